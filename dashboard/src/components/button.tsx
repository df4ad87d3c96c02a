import type { LucideIcon } from 'lucide-react';
import type { ButtonHTMLAttributes } from 'react';
import { type Need, useRefusal } from '../state/refused-actions.ts';

type Kind = 'main' | 'bad' | 'plain';

/** With `needs`, the button is disabled while the team is suspended and states the reason. */
export function Button({
  kind,
  type = 'button',
  needs,
  icon: Icon,
  disabled,
  children,
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & { kind?: Kind; needs?: Need; icon?: LucideIcon }) {
  const refusal = useRefusal(needs);
  return (
    <button
      type={type}
      className={kind === undefined ? 'button' : `button button-${kind}`}
      disabled={disabled === true || refusal !== undefined}
      title={refusal}
      {...rest}
    >
      {Icon !== undefined && <Icon aria-hidden="true" />}
      {children}
    </button>
  );
}

/** An action on one row of a table. The label names the row, because "Rename" alone is ambiguous to screen readers. */
export function RowButton({ label, ...rest }: ButtonHTMLAttributes<HTMLButtonElement> & { label: string }) {
  return <Button kind="plain" needs="change" aria-label={label} {...rest} />;
}
