import { type InputHTMLAttributes, type ReactNode, type SelectHTMLAttributes, useId } from 'react';

type InputProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange'>;
type SelectProps = Omit<SelectHTMLAttributes<HTMLSelectElement>, 'onChange'>;

export function Field({
  label,
  hint,
  onChange,
  ...rest
}: InputProps & { label: string; hint?: ReactNode; onChange: (value: string) => void }) {
  const id = useId();
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className="input"
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onChange={(event) => onChange(event.target.value)}
        {...rest}
      />
      {hint !== undefined && (
        <small id={`${id}-hint`} className="quiet small">
          {hint}
        </small>
      )}
    </div>
  );
}

interface Choice<Value extends string> {
  readonly value: Value;
  readonly label: string;
}

export function Select<Value extends string>({
  label,
  choices,
  isLabelHidden = false,
  onChange,
  ...rest
}: SelectProps & {
  label: string;
  choices: readonly Choice<Value>[];
  isLabelHidden?: boolean;
  onChange: (value: Value) => void;
}) {
  const id = useId();
  return (
    <div className="field">
      <label className={isLabelHidden ? 'visually-hidden' : 'label'} htmlFor={id}>
        {label}
      </label>
      <select id={id} className="input" onChange={(event) => onChange(event.target.value as Value)} {...rest}>
        {choices.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </div>
  );
}
