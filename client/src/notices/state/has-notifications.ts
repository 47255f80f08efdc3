/** Whether this browser can show notifications. */
export const hasNotifications = (): boolean => 'Notification' in globalThis;
