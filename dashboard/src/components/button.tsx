import type { ButtonHTMLAttributes } from 'react';

type Kind = 'main' | 'bad' | 'plain';

export function Button({
  kind,
  type = 'button',
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & { kind?: Kind }) {
  return <button type={type} className={kind === undefined ? 'button' : `button button-${kind}`} {...rest} />;
}
