/** Choices of a translation that several pages offer. */
import { languageLabel } from '../lib/language-names.ts';
import { t, tIn } from '../lib/messages.ts';
import type { TranslationOptions } from '../state/translation-options.ts';
import { ComboBox } from './combo-box.tsx';
import { type Choice, Select } from './select.tsx';

type Options = Pick<TranslationOptions, 'formality' | 'glossary' | 'glossaries' | 'wish'>;

export function FormalitySelect({ options: { formality, wish } }: { options: Options }) {
  return (
    <Select
      label={t('Formality')}
      choices={
        [
          { value: '', label: tIn('formality', 'Default') },
          { value: 'prefer_more', label: t('More formal') },
          { value: 'prefer_less', label: t('Less formal') },
        ] as const
      }
      value={formality}
      onChange={(formality) => wish({ formality })}
    />
  );
}

/** One of the things that a translation may use, or none of them. */
function OptionalSelect({ none, choices, ...select }: Parameters<typeof Select>[0] & { none: string }) {
  const isEmpty = choices.length === 0;
  return (
    <Select
      {...select}
      disabled={isEmpty}
      choices={[{ value: '', label: isEmpty ? t('None for this language') : none }, ...choices]}
    />
  );
}

export function GlossarySelect({ options: { glossary, glossaries, wish } }: { options: Options }) {
  return (
    <OptionalSelect
      label={t('Glossary')}
      none={tIn('glossary', 'None')}
      choices={glossaries.map(({ id, name }) => ({ value: id, label: name }))}
      value={glossary?.id ?? ''}
      onChange={(glossary) => wish({ glossary })}
    />
  );
}

interface StyleSelectProps {
  readonly lists: readonly { readonly style_id: string; readonly name: string }[];
  readonly chosen: string | undefined;
  readonly onChange: (style: string) => void;
}

export function StyleSelect({ lists, chosen = '', onChange }: StyleSelectProps) {
  return (
    <OptionalSelect
      label={t('Style rules')}
      none={tIn('style rules', 'None')}
      choices={lists.map(({ style_id, name }) => ({ value: style_id, label: name }))}
      value={chosen}
      onChange={onChange}
    />
  );
}

/** A language as a choice, by its name in the language of the interface. */
export function toChoice({ code, name }: { readonly code: string; readonly name: string }): Choice<string> {
  return { value: code, label: languageLabel(code, name) };
}

interface LanguageBoxProps {
  readonly label: string;
  readonly choices: readonly Choice<string>[];
  readonly value: string;
  readonly recent: readonly string[];
  readonly onChange: (code: string) => void;
}

/** One of many languages, with those that were chosen before. */
export function LanguageBox(props: LanguageBoxProps) {
  return <ComboBox {...props} recentLabel={t('Recent')} empty={t('No language has this name.')} />;
}
