import { EngineError } from '../engines/engine.ts';

/** The call is refused on arrival because it would not be served in time. */
export class OverloadError extends EngineError {}
