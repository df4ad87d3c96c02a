import { type KeyboardEvent, useRef } from 'react';

interface TabsProps {
  /** The panel is `${id}-panel` and named by `${id}-tab-${chosen}`. */
  readonly id: string;
  readonly names: readonly string[];
  readonly chosen: number;
  readonly labelledBy: string;
  readonly onChoose: (place: number) => void;
}

/** The WAI-ARIA tabs pattern: one tab stop, arrow keys between tabs, Home and End for the first and last. */
export function Tabs({ id, names, chosen, labelledBy, onChoose }: TabsProps) {
  const tabs = useRef<(HTMLButtonElement | null)[]>([]);
  const move = (event: KeyboardEvent) => {
    const last = names.length - 1;
    const places: Record<string, number> = {
      ArrowRight: chosen === last ? 0 : chosen + 1,
      ArrowLeft: chosen === 0 ? last : chosen - 1,
      Home: 0,
      End: last,
    };
    const next = places[event.key];
    if (next === undefined) return;
    event.preventDefault();
    onChoose(next);
    tabs.current[next]?.focus();
  };
  return (
    <div role="tablist" aria-labelledby={labelledBy} className="tabs" onKeyDown={move}>
      {names.map((name, i) => (
        <button
          key={name}
          ref={(element) => {
            tabs.current[i] = element;
          }}
          type="button"
          role="tab"
          className="tab"
          id={`${id}-tab-${i}`}
          aria-selected={i === chosen}
          aria-controls={`${id}-panel`}
          tabIndex={i === chosen ? 0 : -1}
          onClick={() => onChoose(i)}
        >
          {name}
        </button>
      ))}
    </div>
  );
}
