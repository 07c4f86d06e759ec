import { watchUndeclaredErrors } from './undeclared-errors.ts';

watchUndeclaredErrors();
