// Order of the cascade: fonts, tokens, reset and base, then the components' modules.
import './fonts.css';
import '../ui/tokens.css';
import './base.css';
import './print.css';
