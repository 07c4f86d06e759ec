// The order of the cascade: faces, tokens, reset and base, then each component's own module.
import './fonts.css';
import '../ui/tokens.css';
import './base.css';
import './print.css';
