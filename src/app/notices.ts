/** How long a notice stays (specification §9), in ms. */
export const STAYS_MS = { message: 3000, notification: 4500 } as const

/** Beside the work: the specification's place of notifications, in px. */
const BESIDE = { placement: 'topRight', top: 24, bottom: 24 } as const

/** Its variant, for phones: under the header and in the middle, where they fade in. */
const IN_THE_MIDDLE = { placement: 'top', top: 65, bottom: 24 } as const

// More than these at once nobody reads; the specification leaves the number open.
const MOST_MESSAGES = 3
const MOST_NOTIFICATIONS = 5

/** How messages are shown, in antd's words, which are seconds. */
export const MESSAGES = { duration: STAYS_MS.message / 1000, maxCount: MOST_MESSAGES }

/** How notifications are shown, in the same words; at the top left if the page runs from right to left. */
export function notificationsOn(phone: boolean, mirrored: boolean) {
  const most = { duration: STAYS_MS.notification / 1000, maxCount: MOST_NOTIFICATIONS }
  if (phone) return { ...most, ...IN_THE_MIDDLE }
  return { ...most, ...BESIDE, placement: mirrored ? ('topLeft' as const) : BESIDE.placement }
}
