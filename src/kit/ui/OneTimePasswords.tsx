import { App, Button, Modal } from 'antd'
import { t } from '#kit/text.ts'
import { Icon } from './Icon.tsx'
import { type IssuedPassword, issuedSheet, passwordRows, passwordTitles } from './passwordTable.ts'
import { saveSheets } from './saveSheets.tsx'
import './OneTimePassword.css'

export interface OneTimePasswordsProps {
  /** Empty while the window is closed. */
  issued: readonly IssuedPassword[]
  onClose: () => void
}

/** Shows the one-time passwords of several people. They cannot be shown again, so only the button closes the window. */
export function OneTimePasswords({ issued, onClose }: OneTimePasswordsProps) {
  if (issued.length === 0) return null
  return (
    <Modal
      open
      width={560}
      title={t('{n} 位员工的一次性密码', { n: issued.length })}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      footer={<Footer issued={issued} onClose={onClose} />}
    >
      <p>{t('请现在复制或下载，分别交给本人：用户名和密码一起用，首次登录时须改成自己的密码。')}</p>
      <table className="one-time-table">
        <thead>
          <tr>
            {passwordTitles().map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {issued.map(({ name, username, password }) => (
            <tr key={username}>
              <td>{name}</td>
              <td>{username}</td>
              <td className="one-time-secret">{password}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="one-time-words">{t('密码只显示这一次，关闭后谁也看不到；忘记时请在员工管理里重置。')}</p>
    </Modal>
  )
}

function Footer({ issued, onClose }: OneTimePasswordsProps) {
  const { message } = App.useApp()
  const copy = () =>
    navigator.clipboard
      .writeText(
        passwordRows(issued)
          .map((row) => row.join('\t'))
          .join('\n'),
      )
      .then(
        () => message.success(t('已复制，可以贴到表格里')),
        () => message.warning(t('浏览器不允许复制，请您手动选中后复制。')),
      )
  const save = () => {
    saveSheets(t('一次性密码.xlsx'), [issuedSheet(issued)]).catch(() =>
      message.error(t('没有下载成功，请改为复制。')),
    )
  }
  return (
    <div className="one-time-foot">
      <Button icon={<Icon name="copy" />} onClick={() => void copy()}>
        {t('复制表格')}
      </Button>
      <Button icon={<Icon name="download" />} onClick={save}>
        {t('下载')}
      </Button>
      <Button type="primary" onClick={onClose}>
        {t('我已保存')}
      </Button>
    </div>
  )
}
