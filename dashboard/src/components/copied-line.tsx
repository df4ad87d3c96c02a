import { CopyButton } from './copy-button.tsx';

interface CopiedLineProps {
  readonly text: string;
  /** Of the button. */
  readonly label: string;
}

/** A line that people copy, such as an address. */
export function CopiedLine({ text, label, ...code }: CopiedLineProps & { 'data-testid'?: string }) {
  return (
    <div className="copied-line">
      <code className="address" {...code}>
        {text}
      </code>
      <CopyButton text={text} label={label} />
    </div>
  );
}
