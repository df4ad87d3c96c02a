import { useId } from 'react';

/** Selects one of a few options, all of them visible. */
export function Choices<Value extends string | number | boolean>({
  label,
  choices,
  value,
  onChange,
}: {
  label: string;
  choices: readonly { readonly value: Value; readonly words: string }[];
  value: Value;
  onChange: (value: Value) => void;
}) {
  const name = useId();
  return (
    <fieldset className="choices">
      <legend className="label">{label}</legend>
      {choices.map((choice) => (
        <label key={choice.words}>
          <input
            type="radio"
            name={name}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
          />
          {choice.words}
        </label>
      ))}
    </fieldset>
  );
}
