import { type InputHTMLAttributes, type ReactNode, type SelectHTMLAttributes, useId } from 'react';

export function Field({
  label,
  hint,
  ...rest
}: InputHTMLAttributes<HTMLInputElement> & { label: string; hint?: ReactNode }) {
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

export interface Choice {
  readonly value: string;
  readonly label: string;
}

export function Select({
  label,
  choices,
  isLabelHidden = false,
  ...rest
}: SelectHTMLAttributes<HTMLSelectElement> & {
  label: string;
  choices: readonly Choice[];
  isLabelHidden?: boolean;
}) {
  const id = useId();
  return (
    <div className="field">
      <label className={isLabelHidden ? 'visually-hidden' : 'label'} htmlFor={id}>
        {label}
      </label>
      <select id={id} className="input" {...rest}>
        {choices.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </div>
  );
}
