import { ChevronDown } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { Select as AriaSelect, Label, SelectValue } from 'react-aria-components/Select';

export interface Choice<Value extends string> {
  readonly value: Value;
  readonly label: string;
}

interface SelectProps<Value extends string> {
  readonly label: string;
  readonly choices: readonly Choice<Value>[];
  readonly value: Value;
  readonly isLabelHidden?: boolean;
  readonly disabled?: boolean;
  /** Why it is disabled. */
  readonly title?: string | undefined;
  readonly onChange: (value: Value) => void;
}

/** Keys must not be empty, which values may be. */
const toKey = (value: string) => `=${value}`;

/** One of several choices; where people search among many, use `ComboBox`. */
export function Select<Value extends string>({
  label,
  choices,
  value,
  isLabelHidden = false,
  disabled = false,
  title,
  onChange,
}: SelectProps<Value>) {
  return (
    <AriaSelect
      className="field"
      placeholder=" "
      isDisabled={disabled}
      value={toKey(value)}
      onChange={(key) => onChange(String(key).slice(1) as Value)}
    >
      <Label className={isLabelHidden ? 'visually-hidden' : 'label'}>{label}</Label>
      <span title={title} className="select-frame">
        <Button className="input select">
          <SelectValue className="select-value" />
          <ChevronDown aria-hidden="true" />
        </Button>
      </span>
      <Popover className="popover">
        <ListBox className="options">
          {choices.map((choice) => (
            <ListBoxItem
              key={choice.value}
              id={toKey(choice.value)}
              textValue={choice.label}
              className="option"
            >
              {choice.label}
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}
