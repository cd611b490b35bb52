export const sessions: Record<string, string> = {
  '登录失败次数过多，请 {minutes} 分钟后再试。':
    'Too many failed attempts. Please try again in {minutes} min.',
  '新密码至少 8 个字符，建议 15 个以上。':
    'The new password must have at least 8 characters, better 15 or more.',
  '新密码最多 128 个字符。': 'The new password can have at most 128 characters.',
  '这个密码太常见，或就是用户名、公司名，容易被猜到，请换一个。':
    'This password is too common, or is your username or company name, and easily guessed. Please choose another.',
  '连续登录失败次数过多，已停止登录。请联系您的管理员解除限制或重置密码。':
    'Too many failed attempts in a row; sign-in has been stopped. Please ask your administrator to unlock it or to reset your password.',
  '用户名或密码错误。': 'Wrong username or password.',
  '用户名或密码错误，还可以再试 {n} 次。': 'Wrong username or password. {n} {n:attempt|attempts} left.',
  '用户名或密码错误，这次起暂停登录。': 'Wrong username or password. Sign-in is now paused.',
  '刚刚发过验证码，请 {seconds} 秒后再获取。':
    'A code has just been sent. Please ask for another in {seconds} s.',
  '这个手机号 24 小时内获取验证码的次数已用完，请 {hours} 小时后再试，或用用户名和密码登录。':
    'This mobile number has no codes left for 24 hours. Please try again in {hours} h, or sign in with username and password.',
  '您所在的网络获取验证码过于频繁，请 {seconds} 秒后再试。':
    'Too many codes were asked for from your network. Please try again in {seconds} s.',
  '贵公司只允许从公司的网络登录，您现在的地址 {ip} 不在其中。':
    'Your company allows sign-in only from its own network, and your address {ip} is not part of it.',
  短信验证码: 'Text message code',
  等第二步: 'Second step due',
  不正确: 'Wrong',
  公司停用: 'Company disabled',
  地址不允许: 'Address not allowed',
  次数已满: 'Too many attempts',
  登录成功: 'Signed in',
}
