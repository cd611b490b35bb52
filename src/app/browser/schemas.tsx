import * as z from 'zod'

// Schemas are run, not compiled: the page's security policy forbids `new Function`, and already the probe for it, made
// when the first schema is declared, would be reported. So this is imported before anything that declares one.
z.config({ jitless: true })
