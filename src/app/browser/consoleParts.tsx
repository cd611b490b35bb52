import { Console } from './Console.tsx'
import { Screen } from './Screen.tsx'

/** What every visit loads after sign-in, as one file: the frame, and the place of its screens. */
export const consoleParts = { Console, Screen }
