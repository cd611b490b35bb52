/** How long a notice is shown (specification §9), in ms. */
export const STAYS_MS = { message: 3000, notification: 4500 } as const

/** The specification's place of notifications on a desktop, in px. */
const BESIDE = { placement: 'topRight', top: 24, bottom: 24 } as const

/** The specification's variant for phones: centred below the header, where they fade in. */
const IN_THE_MIDDLE = { placement: 'top', top: 65, bottom: 24 } as const

// Users cannot read more at the same time; the specification sets no maximum.
const MOST_MESSAGES = 3
const MOST_NOTIFICATIONS = 5

/** How messages are shown, in antd's terms; `duration` is in seconds. */
export const MESSAGES = { duration: STAYS_MS.message / 1000, maxCount: MOST_MESSAGES }

/** How notifications are shown, in the same terms; at the top left if the page is mirrored. */
export function notificationsOn(phone: boolean, mirrored: boolean) {
  const most = { duration: STAYS_MS.notification / 1000, maxCount: MOST_NOTIFICATIONS }
  if (phone) return { ...most, ...IN_THE_MIDDLE }
  return { ...most, ...BESIDE, placement: mirrored ? ('topLeft' as const) : BESIDE.placement }
}
