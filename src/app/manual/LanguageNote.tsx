import { speaksChinese, t } from '#kit/text.ts'

/** Says in other languages that the manual is Chinese. */
export function LanguageNote() {
  if (speaksChinese()) return null
  return <p className="manual-language">{t('手册只有中文，这里显示的是中文。')}</p>
}
