interface DescribedTextProps {
  readonly text: string;
  readonly className?: string;
}

/** A text of the document, which is English in every interface language and marks code with backticks. */
export function DescribedText({ text, className }: DescribedTextProps) {
  return (
    <span lang="en" dir="ltr" className={className}>
      {text.split('`').map((part, i) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text keep their places
        i % 2 === 1 ? <code key={i}>{part}</code> : part,
      )}
    </span>
  );
}
