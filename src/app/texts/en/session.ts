export const session: Record<string, string> = {
  密码: 'Password',
  请先设置新密码: 'Please set a new password first',
  '您现在的密码是管理员设置的，别人可能知道。换成只有您知道的密码后，即可开始使用。':
    'Your present password was set by an administrator, so somebody else may know it. Set one that only you know, then you can start.',
  设置并进入: 'Set and continue',
  密码已修改: 'Password changed',
  '各家店铺的对话汇成一张表，再汇成当天的数字':
    "Each store's conversations come together in one table, and then in the day's figures",
  原密码: 'Current password',
  新密码: 'New password',
  '至少 8 个字符，建议 15 个以上，不必混用大小写和符号':
    'At least 8 characters, better 15 or more; no need to mix case and symbols',
  再次输入新密码: 'New password again',
  请再次输入新密码: 'Please enter the new password again',
  两次输入的新密码不一致: 'The two new passwords differ',
  我的资料: 'My profile',
  '由管理员维护，如有变化请告知管理员': 'Kept by your administrator; tell them of any change',
  修改密码: 'Change password',
  '修改后，您在其他设备上的登录会失效': 'Afterwards you are signed out on your other devices',
  登录: 'Sign in',
  自动登录: 'Stay signed in',
  '登录失败次数过多，请 {minutes} 分钟后再试。':
    'Too many failed attempts. Please try again in {minutes} min.',
  '新密码至少 8 个字符，建议 15 个以上。':
    'The new password must have at least 8 characters, better 15 or more.',
  '新密码最多 128 个字符。': 'The new password can have at most 128 characters.',
  '这个密码太常见，或就是用户名、公司名，容易被猜到，请换一个。':
    'This password is too common, or is your username or company name, and easily guessed. Please choose another.',
  '用户名或密码错误。': 'Wrong username or password.',
  '原密码不正确。': 'The current password is wrong.',
  '新密码不能与原密码相同。': 'The new password must differ from the current one.',
  '请输入 6 位验证码': 'Please enter the 6-digit code',
  验证码: 'Code',
  登录凭证: 'Sign-in token',
  这台设备的登录: "This device's session",
  '连续登录失败次数过多，已停止登录。请联系您的管理员重置密码。':
    'Too many failed attempts in a row; sign-in has been stopped. Please ask your administrator to reset your password.',
  '刚刚发过验证码，请 {seconds} 秒后再获取。':
    'A code has just been sent. Please ask for another in {seconds} s.',
  '这个手机号 24 小时内获取验证码的次数已用完，请 {hours} 小时后再试，或用用户名和密码登录。':
    'This mobile number has no codes left for 24 hours. Please try again in {hours} h, or sign in with username and password.',
  '您所在的网络获取验证码过于频繁，请 {seconds} 秒后再试。':
    'Too many codes were asked for from your network. Please try again in {seconds} s.',
  '系统没有开通验证码登录，请用用户名和密码登录。':
    'Sign-in by code is not available. Please use username and password.',
  '验证码错误或已过期，请核对，或重新获取。':
    'The code is wrong or has expired. Please check it, or ask for a new one.',
  '请输入动态码，完成登录。': "Please enter your app's code to finish signing in.",
  '登录等候的时间过长，请返回重新登录。': 'Signing in took too long. Please go back and sign in again.',
  '动态码不正确，或已经用过，请输入最新的动态码。':
    'The code is wrong or was used already. Please enter the latest one.',
  企业微信: 'WeCom',
  微信: 'WeChat',
  钉钉: 'DingTalk',
  飞书: 'Feishu',
  'QQ 浏览器': 'QQ Browser',
  'UC 浏览器': 'UC Browser',
  三星浏览器: 'Samsung Internet',
  请输入用户名: 'Please enter Username',
  请输入密码: 'Please enter Password',
  '系统还没有开通短信验证码，请用用户名和密码登录。':
    'Codes by text message are not available yet. Please use username and password.',
  用账号登录: 'Sign in with an account',
  请输入手机号: 'Please enter Mobile',
  请输入验证码: 'Please enter Code',
  '{n} 秒后重发': 'Again in {n} s',
  获取验证码: 'Get a code',
  '手机号已登记的，会收到验证码，5 分钟内有效。':
    'If the number is registered, a code is on its way; it holds for 5 minutes.',
  '6 位数字': '6 digits',
  隐藏密码: 'Hide the password',
  显示密码: 'Show the password',
  '登录中…': 'Signing in…',
  '30 天内自动登录': 'Stay signed in for 30 days',
  两步验证: 'Two-step sign-in',
  '请输入您保存的一个恢复码，每个只能用一次。':
    'Please enter one of the recovery codes that you kept; each works once.',
  '请打开手机上的身份验证器，输入这个账号的 6 位动态码。':
    "Please open the authenticator on your phone and enter this account's 6-digit code.",
  请输入恢复码: 'Please enter Recovery code',
  改用动态码: "Use the app's code",
  '手机不在身边，用恢复码': 'No phone at hand? Use a recovery code',
  返回: 'Back',
  恢复码: 'Recovery code',
  登录方式: 'How to sign in',
  账号登录: 'Account',
  验证码登录: 'Code',
  '忘记密码或收不到验证码，请联系您的管理员重置。':
    'Forgotten your password, or no code arrives? Ask your administrator to reset it.',
  '贵公司已停用，不能登录。如有疑问，请联系总部的管理员。':
    'Your company has been disabled, so you cannot sign in. Please ask an administrator of the headquarters.',
  '您正在以{name}的身份查看，只能看，不能改。请先退出查看。':
    'You are viewing as {name}: you can look, but not change anything. Please stop viewing first.',
  '只能以其他在职员工的身份查看。': 'You can only view as another active member of staff.',
  '您没有在以别人的身份查看。': 'You are not viewing as anybody else.',
  已回到您自己的身份: 'You are yourself again',
  '您正在以 {name}（{role}）的身份查看（只读）': 'You are viewing as {name} ({role}), read-only',
  退出查看: 'Stop viewing',
  以此人身份查看: 'View as this person',
  '您将看到{name}看到的界面，只能看，不能改；开始和结束都会记入操作日志。':
    'You will see what {name} sees. You can look, but not change anything; beginning and end are logged.',
  '此人不在职，不能登录': 'This person is not active and cannot sign in',
  这就是您自己: 'This is you',
  '正在以{name}的身份查看': 'Viewing as {name}',
}
