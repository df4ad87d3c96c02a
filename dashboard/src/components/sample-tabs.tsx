import { useId, useState } from 'react';
import { CopyButton } from './copy-button.tsx';
import type { CallSample } from './request-samples.ts';
import { Section } from './section.tsx';
import { Tabs } from './tabs.tsx';

/** The language that was chosen last in this tab: whoever reads several samples reads them in one language. */
let lastChosen = '';

interface SampleTabsProps {
  readonly title: string;
  /** Of the heading. */
  readonly level?: 2 | 3;
  readonly samples: readonly CallSample[];
  readonly onCopied?: (code: string) => void;
}

export function SampleTabs({ title, level = 2, samples, onCopied }: SampleTabsProps) {
  const id = useId();
  const [wish, setWish] = useState(lastChosen);
  // By name: not every call has a sample in every language.
  const chosen = Math.max(
    samples.findIndex(({ name }) => name === wish),
    0,
  );
  const code = samples[chosen]?.code ?? '';
  return (
    <Section id={id} title={title} level={level}>
      <Tabs
        names={samples.map(({ name }) => name)}
        chosen={chosen}
        labelledBy={id}
        onChoose={(place) => {
          lastChosen = samples[place]?.name ?? '';
          setWish(lastChosen);
        }}
        actions={<CopyButton key={code} text={code} onCopied={() => onCopied?.(code)} />}
      >
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll a long sample */}
        <pre className="code" data-testid="sample" tabIndex={0}>
          {code}
        </pre>
      </Tabs>
    </Section>
  );
}
