/** The content of two tabs, loaded when one is opened. In one chunk, because every page lists all chunks. */
export { FiltersForm } from './filters/filters-form';
export { NotificationSections } from './notifications/notification-sections';
