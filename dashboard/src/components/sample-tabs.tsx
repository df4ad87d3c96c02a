import { useId, useState } from 'react';
import type { CallSample } from './call-samples.ts';
import { CopyButton } from './copy-button.tsx';
import { Tabs } from './tabs.tsx';

interface SampleTabsProps {
  readonly title: string;
  readonly samples: readonly CallSample[];
}

export function SampleTabs({ title, samples }: SampleTabsProps) {
  const id = useId();
  const [wish, setWish] = useState('');
  // By name: not every call has a sample in every language.
  const chosen = Math.max(
    samples.findIndex(({ name }) => name === wish),
    0,
  );
  const code = samples[chosen]?.code ?? '';
  return (
    <section className="stack" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      <Tabs
        names={samples.map(({ name }) => name)}
        chosen={chosen}
        labelledBy={`${id}-title`}
        onChoose={(place) => setWish(samples[place]?.name ?? '')}
        actions={<CopyButton key={code} text={code} />}
      >
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll a long sample */}
        <pre className="code" data-testid="sample" tabIndex={0}>
          {code}
        </pre>
      </Tabs>
    </section>
  );
}
