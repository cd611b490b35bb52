/** How long a notice is shown (specification §9), in ms. */
export const DISPLAY_MS = { message: 3000, notification: 4500 } as const

/** The specification's place of notifications on a desktop, in px. */
const DESKTOP_PLACE = { placement: 'topRight', top: 24, bottom: 24 } as const

/** The specification's variant for phones: centred below the header, where they fade in. */
const PHONE_PLACE = { placement: 'top', top: 65, bottom: 24 } as const

// Users cannot read more at the same time; the specification sets no maximum.
const MAX_MESSAGES = 3
const MAX_NOTIFICATIONS = 5

/** How messages are shown, in antd's terms; `duration` is in seconds. */
export const MESSAGES = { duration: DISPLAY_MS.message / 1000, maxCount: MAX_MESSAGES }

/** How notifications are shown, in the same terms; at the top left if the page is mirrored. */
export function notificationsOn(phone: boolean, mirrored: boolean) {
  const common = { duration: DISPLAY_MS.notification / 1000, maxCount: MAX_NOTIFICATIONS }
  if (phone) return { ...common, ...PHONE_PLACE }
  return { ...common, ...DESKTOP_PLACE, placement: mirrored ? ('topLeft' as const) : DESKTOP_PLACE.placement }
}
