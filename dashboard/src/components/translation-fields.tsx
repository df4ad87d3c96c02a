import { languageName } from '../lib/language-names.ts';
import { t } from '../lib/messages.ts';
import type { TranslationOptions } from '../state/translation-options.ts';
import { Select } from './field.tsx';

const formalities = () =>
  [
    { value: '', label: t('Default') },
    { value: 'prefer_more', label: t('More formal') },
    { value: 'prefer_less', label: t('Less formal') },
  ] as const;

/** Form fields of the translation options. */
export function TranslationFields({ options }: { options: TranslationOptions }) {
  const { wish, target, targets, source, formality, glossary } = options;
  const toChoice = ({ code, name }: { code: string; name: string }) => ({
    value: code,
    label: languageName(code, name),
  });
  const glossaries = options.glossaries.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <>
      <Select
        label={t('From')}
        choices={[{ value: '', label: t('Detect') }, ...(target?.sources.map(toChoice) ?? [])]}
        value={source}
        onChange={(source) => wish({ source })}
      />
      <Select
        label={t('To')}
        choices={targets.map(toChoice)}
        value={target?.code ?? ''}
        onChange={(target) => wish({ target })}
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
          { value: '', label: glossaries.length === 0 ? t('None for this language') : t('None') },
          ...glossaries,
        ]}
        value={glossary?.id ?? ''}
        onChange={(glossary) => wish({ glossary })}
      />
    </>
  );
}
