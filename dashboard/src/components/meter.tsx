interface MeterProps {
  readonly part: number;
  readonly whole: number;
  readonly label: (percent: number) => string;
  /** Whether a full bar means that nothing is left. A share of a total is no reason to worry. */
  readonly isLimit?: boolean;
}

/** Usage as a bar, highlighted when a limit is nearly reached. */
export function Meter({ part, whole, label, isLimit = true }: MeterProps) {
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
      <rect
        className={isLimit && share >= 90 ? 'meter-used meter-nearly' : 'meter-used'}
        width={share}
        height={1}
      />
    </svg>
  );
}
