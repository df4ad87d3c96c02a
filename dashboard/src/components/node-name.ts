/** One host can run several nodes. */
export function nodeName({
  host,
  process_id,
}: {
  readonly host: string;
  readonly process_id: number;
}): string {
  return `${host} (${process_id})`;
}
