import {
  type InputHTMLAttributes,
  type ReactNode,
  type TextareaHTMLAttributes,
  useEffect,
  useId,
  useRef,
} from 'react';

type InputProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange'>;

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

/** With a `problem`, which replaces the hint, the browser does not submit the form. */
export function TextArea({
  label,
  hint,
  problem,
  onChange,
  ...rest
}: Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'onChange'> & {
  label: string;
  hint?: string;
  problem?: string | undefined;
  onChange: (value: string) => void;
}) {
  const id = useId();
  const element = useRef<HTMLTextAreaElement>(null);
  const words = problem ?? hint;
  useEffect(() => element.current?.setCustomValidity(problem ?? ''), [problem]);
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <textarea
        ref={element}
        id={id}
        className="input"
        aria-describedby={words === undefined ? undefined : `${id}-hint`}
        aria-invalid={problem !== undefined}
        onChange={(event) => onChange(event.target.value)}
        {...rest}
      />
      {words !== undefined && (
        <small
          id={`${id}-hint`}
          className={problem === undefined ? 'quiet small' : 'bad small'}
          aria-live="polite"
        >
          {words}
        </small>
      )}
    </div>
  );
}
