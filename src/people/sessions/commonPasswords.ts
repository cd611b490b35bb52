import { dictionary } from '@zxcvbn-ts/language-common'

/** About 49,000 passwords common in leaks, in lower case (design/trust.md: at least 3,000). */
export const commonPasswords: ReadonlySet<string> = new Set(dictionary['passwords-common'])
