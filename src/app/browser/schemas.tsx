import * as z from 'zod'

// Zod must interpret schemas, not compile them: the page's security policy forbids `new Function`, and even zod's probe
// for it, made when the first schema is declared, would be reported. Import this file before any module that declares a
// schema.
z.config({ jitless: true })
