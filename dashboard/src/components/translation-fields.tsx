import { languageLabel } from '../lib/language-names.ts';
import { t, tIn } from '../lib/messages.ts';
import { useRecent } from '../state/recent.ts';
import type { TranslationOptions } from '../state/translation-options.ts';
import { ComboBox } from './combo-box.tsx';
import { Select } from './select.tsx';

const formalities = () =>
  [
    { value: '', label: tIn('formality', 'Default') },
    { value: 'prefer_more', label: t('More formal') },
    { value: 'prefer_less', label: t('Less formal') },
  ] as const;

/** Form fields of the translation options. */
export function TranslationFields({ options }: { options: TranslationOptions }) {
  const { wish, target, targets, source, formality, glossary } = options;
  const recent = { source: useRecent('source-languages'), target: useRecent('target-languages') };
  const toChoice = ({ code, name }: { code: string; name: string }) => ({
    value: code,
    label: languageLabel(code, name),
  });
  const glossaries = options.glossaries.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <>
      <ComboBox
        label={t('From')}
        choices={[{ value: '', label: t('Detect') }, ...options.sources.map(toChoice)]}
        value={source}
        recent={recent.source.values}
        recentLabel={t('Recent')}
        empty={t('No language has this name.')}
        onChange={(source) => {
          if (source !== '') recent.source.add(source);
          wish({ source });
        }}
      />
      <ComboBox
        label={t('To')}
        choices={targets.map(toChoice)}
        value={target?.code ?? ''}
        recent={recent.target.values}
        recentLabel={t('Recent')}
        empty={t('No language has this name.')}
        onChange={(target) => {
          recent.target.add(target);
          wish({ target });
        }}
      />
      <Select
        label={t('Formality')}
        choices={formalities()}
        value={formality}
        onChange={(formality) => wish({ formality })}
      />
      <Select
        label={t('Glossary')}
        disabled={glossaries.length === 0}
        choices={[
          {
            value: '',
            label: glossaries.length === 0 ? t('None for this language') : tIn('glossary', 'None'),
          },
          ...glossaries,
        ]}
        value={glossary?.id ?? ''}
        onChange={(glossary) => wish({ glossary })}
      />
    </>
  );
}
