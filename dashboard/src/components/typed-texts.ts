import { useState } from 'react';

type Texts<Name extends string> = Readonly<Record<Name, string>>;

/** Texts of a filter that are typed: they apply when the form is sent, or when a field loses the focus. */
export function useTypedTexts<Name extends string>(
  names: readonly Name[],
  texts: Texts<Name>,
  onTexts: (texts: Texts<Name>) => void,
) {
  const [typed, setTyped] = useState(texts);
  const [known, setKnown] = useState(texts);
  const differs = (other: Texts<Name>) => names.some((name) => other[name] !== texts[name]);
  // A filter set elsewhere, such as by a button of an entry, replaces the typed text.
  if (differs(known)) {
    setKnown(texts);
    setTyped(texts);
  }
  const send = () => {
    const next = Object.fromEntries(names.map((name) => [name, typed[name].trim()])) as Texts<Name>;
    if (differs(next)) onTexts(next);
  };
  return {
    send,
    /** Props of the field of a text. */
    field: (name: Name) => ({
      value: typed[name],
      onChange: (value: string) => setTyped({ ...typed, [name]: value }),
      onBlur: send,
    }),
  };
}
