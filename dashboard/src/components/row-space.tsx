interface RowSpaceProps {
  readonly height: number;
  readonly columns: number;
  readonly className: string;
}

/** Spacer with the height of the rows of a table that are not rendered. */
export function RowSpace({ height, columns, className }: RowSpaceProps) {
  if (height <= 0) return null;
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: it cannot receive the focus
    <tr aria-hidden="true">
      <td className={className} colSpan={columns} height={height} />
    </tr>
  );
}
