import { useState } from 'react';
import type { Languages } from '../../api/queries.ts';
import { Select } from '../../components/select.tsx';

export type Task = 'rephrase' | 'correct';

const styles = [
  { value: '', label: 'Default' },
  { value: 'academic', label: 'Academic' },
  { value: 'business', label: 'Business' },
  { value: 'casual', label: 'Casual' },
  { value: 'simple', label: 'Simple' },
] as const;
const tones = [
  { value: '', label: 'Default' },
  { value: 'confident', label: 'Confident' },
  { value: 'diplomatic', label: 'Diplomatic' },
  { value: 'enthusiastic', label: 'Enthusiastic' },
  { value: 'friendly', label: 'Friendly' },
] as const;

interface Wishes {
  readonly language: string;
  readonly style: (typeof styles)[number]['value'];
  readonly tone: (typeof tones)[number]['value'];
}

type Rephrasing = ReturnType<typeof useRephrasing>;

export function useRephrasing(languages: Languages['rephrase_languages'], task: Task) {
  const [wishes, setWishes] = useState<Wishes>({ language: '', style: '', tone: '' });
  const language = languages.some(({ code }) => code === wishes.language) ? wishes.language : '';
  // A correction leaves the wording as it is.
  const { style, tone } = task === 'rephrase' ? wishes : { style: '' as const, tone: '' as const };
  return {
    ...wishes,
    wish: (change: Partial<Wishes>) => setWishes({ ...wishes, ...change }),
    languages,
    language,
    task,
    /** The options as fields of the request body. */
    members: {
      task,
      ...(language !== '' && { target_lang: language }),
      ...(style !== '' && { writing_style: style }),
      ...(tone !== '' && { tone }),
    },
  };
}

export function RephraseFields({ rephrasing }: { rephrasing: Rephrasing }) {
  const { wish, languages, language, task, style, tone } = rephrasing;
  return (
    <>
      <Select
        label="Language"
        choices={[
          { value: '', label: 'Detect' },
          ...languages.map(({ code, name }) => ({ value: code, label: name })),
        ]}
        value={language}
        onChange={(language) => wish({ language })}
      />
      {task === 'rephrase' && (
        <>
          <Select label="Style" choices={styles} value={style} onChange={(style) => wish({ style })} />
          <Select label="Tone" choices={tones} value={tone} onChange={(tone) => wish({ tone })} />
        </>
      )}
    </>
  );
}
