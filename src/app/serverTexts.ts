import { addTexts } from '#kit/text.ts'
import { english } from './texts/english.ts'
import hongKong from './texts/zh-HK.json' with { type: 'json' }
import taiwan from './texts/zh-TW.json' with { type: 'json' }

// The server loads all tables of texts; the browser fetches the one that it shows (language.tsx).
addTexts('en-US', english)
addTexts('zh-TW', taiwan)
addTexts('zh-HK', hongKong)
