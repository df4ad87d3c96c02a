import { modeName } from './role-words.ts';

/** The word distinguishes live from test, never the colour alone. */
export function ModeTag({ mode }: { mode: string }) {
  return <span className={mode === 'test' ? 'tag tag-test' : 'tag'}>{modeName(mode)}</span>;
}
