import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { CopyButton } from '../../components/copy-button.tsx';
import type { CallSample } from './call-samples.ts';

/** Tabs as WAI-ARIA has them: one stop for Tab, arrows between them, Home and End to either end. */
export function SampleTabs({ samples }: { samples: readonly CallSample[] }) {
  const id = useId();
  const [chosen, setChosen] = useState(0);
  const tabs = useRef<(HTMLButtonElement | null)[]>([]);
  const move = (event: KeyboardEvent) => {
    const last = samples.length - 1;
    const places: Record<string, number> = {
      ArrowRight: chosen === last ? 0 : chosen + 1,
      ArrowLeft: chosen === 0 ? last : chosen - 1,
      Home: 0,
      End: last,
    };
    const next = places[event.key];
    if (next === undefined) return;
    event.preventDefault();
    setChosen(next);
    tabs.current[next]?.focus();
  };
  const code = samples[chosen]?.code ?? '';
  return (
    <section className="stack" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>The same call from your application</h2>
      <div className="tab-bar">
        <div role="tablist" aria-labelledby={`${id}-title`} className="tabs" onKeyDown={move}>
          {samples.map(({ name }, i) => (
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
              onClick={() => setChosen(i)}
            >
              {name}
            </button>
          ))}
        </div>
        <CopyButton key={code} text={code} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a panel without a control of its own is a stop for the keyboard, which scrolls it */}
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-tab-${chosen}`} tabIndex={0}>
        <pre className="code" data-testid="sample">
          {code}
        </pre>
      </div>
    </section>
  );
}
