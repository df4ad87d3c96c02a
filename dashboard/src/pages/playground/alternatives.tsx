import { useId } from 'react';
import { Section } from '../../components/section.tsx';
import { formatCharacters } from '../../lib/format.ts';
import { t } from '../../lib/messages.ts';

interface AlternativesProps {
  readonly texts: readonly string[];
  /** Of the whole call. */
  readonly characters: number;
}

/** Other wordings of the translation, each with what it cost: as much as the translation. */
export function Alternatives({ texts, characters }: AlternativesProps) {
  const id = useId();
  if (texts.length === 0) return null;
  const each = formatCharacters(characters / (1 + texts.length));
  return (
    <Section
      id={id}
      title={t('Alternatives')}
      intro={t('Charged for each: {each}, as much as for the translation.', { each })}
    >
      <ol className="alternatives">
        {texts.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ol>
    </Section>
  );
}
