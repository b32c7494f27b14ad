import { useState } from 'react';
import { Menu, MenuPageLink, type MenuProps } from '~/app/ui/menu.tsx';
import { useHydrated } from '~/app/ui/use-hydrated.ts';
import { useBoardScreen } from './board-screen.ts';
import { OPEN_MENU } from './panel-address.ts';

type BoardMenuProps = Pick<MenuProps, 'summary' | 'label' | 'icon' | 'align' | 'className' | 'children'> & {
	/** Another one for each menu of the board. */
	name: string;
	/** The class of the link without script, instead of `className`. */
	linkClass?: string;
};

/**
 * Renders a menu of the board. Hundreds of players have thousands of steps, so only a menu that is about to open renders its
 * choices. Without script its button is a link to the page on which this menu is open.
 */
export function BoardMenu({ name, linkClass, className, children, ...look }: BoardMenuProps) {
	const isScripted = useHydrated();
	const { openMenu, getMenuHref } = useBoardScreen();
	// With script the rows of moved players are new ones, whose menus are closed.
	const [isOpenFirst] = useState(!isScripted && openMenu === name);
	const [wasOpened, setOpened] = useState(isOpenFirst);
	const [isNear, setNear] = useState(false);
	if (!isScripted && !isOpenFirst)
		return <MenuPageLink {...look} className={linkClass ?? className} href={getMenuHref(name)} />;
	return (
		<Menu
			{...look}
			className={className}
			id={isOpenFirst ? OPEN_MENU : undefined}
			isOpenFirst={isOpenFirst}
			onOpenChange={(isOpen) => isOpen && setOpened(true)}
			onNear={setNear}
		>
			{(wasOpened || isNear) && children}
		</Menu>
	);
}
