/** The parameter of the address that opens the manual: `?help=bills`, `?help=bills.2` for a task. */
export const HELP = 'help'

/** Opens the table of contents. */
export const CONTENTS = 'contents'

/** Opens the page about the screen at the address. */
export const THIS_SCREEN = 'screen'
