/** Usage as a bar, highlighted when it is nearly full. */
export function Meter({ part, whole, what }: { part: number; whole: number; what: string }) {
  const share = Math.min(100, (part / Math.max(1, whole)) * 100);
  return (
    <svg
      className="meter"
      viewBox="0 0 100 1"
      preserveAspectRatio="none"
      role="img"
      aria-label={`${Math.round(share)} % of ${what} is used`}
    >
      <rect className="meter-track" width={100} height={1} />
      <rect className={share >= 90 ? 'meter-used meter-nearly' : 'meter-used'} width={share} height={1} />
    </svg>
  );
}
