import { useEffect, useState } from 'react';
import { useMediaQuery } from '@/lib/use-media-query';
import { readSidebarState, buildSidebarCookie } from './sidebar-state';

const isHttps = (): boolean => location.protocol === 'https:';

/** On narrower screens the sidebar is a drawer. */
const PHONE_QUERY = '(width < 768px)';

export type Sidebar = ReturnType<typeof useSidebar>;

/** Sidebar state. Ctrl+B or Cmd+B toggles it from anywhere. */
export function useSidebar() {
  const isPhone = useMediaQuery(PHONE_QUERY);
  /** On wide screens: whether labels are shown next to the icons. */
  const [isExpanded, setExpanded] = useState(() => readSidebarState(document.cookie, isHttps()));
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  if (isDrawerOpen && !isPhone) setDrawerOpen(false);

  useEffect(() => {
    document.cookie = buildSidebarCookie(isExpanded, isHttps());
  }, [isExpanded]);

  const toggle = () => (isPhone ? setDrawerOpen(!isDrawerOpen) : setExpanded(!isExpanded));

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isShortcut = event.key.toLowerCase() === 'b' && (event.ctrlKey || event.metaKey);
      if (!isShortcut || event.shiftKey || event.altKey) return;
      event.preventDefault();
      toggle();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });

  return { isPhone, isExpanded, isDrawerOpen, setDrawerOpen, toggle };
}
