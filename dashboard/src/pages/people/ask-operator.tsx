/** In place of an action that only the operator may take on this person. */
export function AskOperator({ title }: { title: string }) {
  return (
    <span className="quiet small" title={title}>
      Ask the operator
    </span>
  );
}
