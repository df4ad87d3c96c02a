interface MeterProps {
  readonly part: number;
  readonly whole: number;
  readonly label: (percent: number) => string;
}

/** Usage as a bar, highlighted when it is nearly full. */
export function Meter({ part, whole, label }: MeterProps) {
  const share = Math.min(100, (part / Math.max(1, whole)) * 100);
  return (
    <svg
      className="meter"
      viewBox="0 0 100 1"
      preserveAspectRatio="none"
      role="img"
      aria-label={label(Math.round(share))}
    >
      <rect className="meter-track" width={100} height={1} />
      <rect className={share >= 90 ? 'meter-used meter-nearly' : 'meter-used'} width={share} height={1} />
    </svg>
  );
}
