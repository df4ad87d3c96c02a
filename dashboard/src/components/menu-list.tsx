/** The part of `Menu` that is loaded when a menu is opened for the first time. */
import { useLayoutEffect, useRef, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { Header, Menu, MenuItem, MenuSection, MenuTrigger } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import type { MenuProps } from './menu-props.ts';

export function MenuList({ label, className, content, chosen, items, title }: MenuProps) {
  const isChoice = chosen !== undefined;
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  // This button takes the place of the one that was pressed. With the focus before the list opens, it gets it back afterwards.
  useLayoutEffect(() => {
    button.current?.focus();
    setIsOpen(true);
  }, []);
  return (
    <MenuTrigger isOpen={isOpen} onOpenChange={setIsOpen}>
      <Button ref={button} aria-label={label} className={className}>
        {content}
      </Button>
      <Popover className="popover" placement="bottom start">
        <Menu
          className="options"
          selectionMode={isChoice ? 'single' : 'none'}
          disallowEmptySelection
          {...(isChoice && { selectedKeys: [chosen] })}
          onAction={(id) => items.find((item) => item.id === id)?.onAction()}
        >
          <MenuSection>
            {title !== undefined && <Header className="options-title">{title}</Header>}
            {items.map(({ id, name, detail, Icon }) => (
              <MenuItem key={id} id={id} textValue={name} className="option">
                {Icon !== undefined && <Icon aria-hidden="true" />}
                <span className="wrap">{name}</span>
                {detail !== undefined && <span className="quiet small">{detail}</span>}
              </MenuItem>
            ))}
          </MenuSection>
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
