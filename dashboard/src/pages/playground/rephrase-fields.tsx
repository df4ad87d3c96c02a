import type { Languages } from '../../api/queries.ts';
import { Select } from '../../components/select.tsx';
import { languageLabel } from '../../lib/language-names.ts';
import { t, tIn } from '../../lib/messages.ts';
import { useKept } from '../../state/kept.ts';

export type Task = 'rephrase' | 'correct';

const styles = () =>
  [
    { value: '', label: tIn('writing style', 'Default') },
    { value: 'academic', label: t('Academic') },
    { value: 'business', label: t('Business') },
    { value: 'casual', label: t('Casual') },
    { value: 'simple', label: t('Simple') },
  ] as const;
const tones = () =>
  [
    { value: '', label: tIn('tone', 'Default') },
    { value: 'confident', label: t('Confident') },
    { value: 'diplomatic', label: t('Diplomatic') },
    { value: 'enthusiastic', label: t('Enthusiastic') },
    { value: 'friendly', label: t('Friendly') },
  ] as const;

interface Wishes {
  readonly language: string;
  readonly style: ReturnType<typeof styles>[number]['value'];
  readonly tone: ReturnType<typeof tones>[number]['value'];
}

type Rephrasing = ReturnType<typeof useRephrasing>;

export function useRephrasing(team: string, languages: Languages['rephrase_languages'], task: Task) {
  const [wishes, setWishes] = useKept<Wishes>(`rephrasing ${team}`, { language: '', style: '', tone: '' });
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
        label={t('Language')}
        choices={[
          { value: '', label: t('Detect') },
          ...languages.map(({ code, name }) => ({ value: code, label: languageLabel(code, name) })),
        ]}
        value={language}
        onChange={(language) => wish({ language })}
      />
      {task === 'rephrase' && (
        <>
          <Select label={t('Style')} choices={styles()} value={style} onChange={(style) => wish({ style })} />
          <Select label={t('Tone')} choices={tones()} value={tone} onChange={(tone) => wish({ tone })} />
        </>
      )}
    </>
  );
}
