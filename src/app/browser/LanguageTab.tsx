import { Form, Radio } from 'antd'
import { t } from '#kit/text.ts'
import { Panel } from '#kit/ui/Panel.tsx'
import { LanguageSelect } from './LanguageSelect.tsx'
import { useLanguage } from './language.tsx'
import { useLanguageChange } from './languageChoice.tsx'

/** 个人设置 → 语言: the interface language and the language of dates. */
export function LanguageTab() {
  const { locale, dates } = useLanguage()
  const change = useLanguageChange()
  return (
    <Panel title={t('语言和日期')} hint={t('换设备登录后仍是这里的选择')}>
      <Form layout="vertical" component="div" className="language-form">
        <Form.Item label={t('界面语言')} htmlFor="language">
          <LanguageSelect id="language" value={locale} onChange={(next) => change({ locale: next })} />
        </Form.Item>
        <Form.Item label={t('日期格式')} extra={t('日期选择器里的月份和星期；一周都从周一开始')}>
          <Radio.Group
            aria-label={t('日期格式')}
            value={dates}
            onChange={({ target }) => change({ dates: target.value })}
            options={[
              { value: 'follow', label: t('跟随界面语言') },
              { value: 'zh-CN', label: '中文（中国）' },
            ]}
          />
        </Form.Item>
      </Form>
    </Panel>
  )
}
