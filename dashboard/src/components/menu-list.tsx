/** The part of `Menu` that is loaded when a menu is opened for the first time. */
import { Button } from 'react-aria-components/Button';
import { Header, Menu, MenuItem, MenuSection, MenuTrigger } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import type { MenuProps } from './menu-props.ts';

export function MenuList({ label, className, content, chosen, items, title }: MenuProps) {
  const isChoice = chosen !== undefined;
  return (
    <MenuTrigger defaultOpen>
      <Button aria-label={label} className={className}>
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
