/** Live and test are told apart by the word, never by colour alone. */
export function ModeTag({ mode }: { mode: string }) {
  return <span className={mode === 'test' ? 'tag tag-test' : 'tag'}>{mode}</span>;
}
