import { App, Button } from 'antd'
import { t } from '#kit/text.ts'
import './SecondFactor.css'

/** Shows the recovery codes once; they cannot be read again. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const { message } = App.useApp()
  const text = codes.join('\n')
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => message.success(t('已复制')),
      () => message.warning(t('浏览器不允许复制，请您手动选中后复制。')),
    )
  return (
    <>
      <p>{t('手机不在身边时，用恢复码登录，每个只能用一次。请存在手机以外的地方；它们只显示这一次。')}</p>
      <ul className="factor-codes" aria-label={t('恢复码')}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="factor-actions">
        <Button onClick={() => void copy()}>{t('全部复制')}</Button>
        <Button href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`} download={t('恢复码.txt')}>
          {t('下载')}
        </Button>
        <Button type="primary" onClick={onDone}>
          {t('我已保存')}
        </Button>
      </div>
    </>
  )
}
