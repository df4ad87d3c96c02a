import { Field } from './field.tsx';

interface NumberFieldProps extends Omit<Parameters<typeof Field>[0], 'type' | 'min' | 'max' | 'step'> {
  readonly least: number;
  readonly most?: number;
}

/** A whole number. */
export function NumberField({ least, most = Number.MAX_SAFE_INTEGER, ...rest }: NumberFieldProps) {
  return <Field type="number" min={least} max={most} step={1} {...rest} />;
}
