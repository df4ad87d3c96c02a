export const otherWords: Readonly<Record<string, string>> = {
  'id ms': `dan yang di ke dari untuk dengan pada adalah ini itu tidak akan sudah telah belum ada atau tetapi tapi juga saya
    anda kami kita dia mereka ia sebagai oleh dalam antara sebelum tanpa atas bawah lebih banyak sedikit sangat
    semua setiap lain baru lama baik besar kecil pertama terakhir satu dua tiga empat lima enam tujuh sembilan sepuluh hari
    bulan tahun jam selamat datang terima kasih tolong ya simpan batal cari masuk keluar daftar kembali tutup buka
    salin pilih lihat sembunyikan bantuan bahasa nama alamat negara harga jumlah pesanan bayar produk tersedia masukkan
    profil syarat hubungi berita aktif selesai gagal tunggu tolak habis siapa apa mana berapa bagaimana dapat harus perlu
    jangan sini sana sekarang orang air rumah anak dunia stok dokumen gambar halaman tugas tamu`,
  id: `yang tidak bisa karena bahwa adalah saat ingin hanya masih pernah sedang harap mohon silakan apakah siapa kapan kenapa
    mengapa bagaimana berapa kamu aku beliau kalian tersebut hingga sampai selama melalui terhadap tentang menurut delapan
    senin selasa rabu kamis jumat sabtu minggu januari februari maret april mei juni juli agustus september oktober november
    desember hari minggu bulan tahun jam menit detik waktu tanggal lalu besok kemarin nanti halo terima kasih maaf simpan
    disimpan batal batalkan hapus dihapus ubah perubahan tambah tambahkan cari pencarian pengaturan setelan kata sandi
    pengguna nama akun email masuk keluar daftar pendaftaran beranda kembali lanjut lanjutkan berikutnya sebelumnya tutup
    buka berkas file folder unduh unggah cetak bagikan kirim terkirim terima diterima salin tempel potong pilih dipilih
    tampilkan sembunyikan lihat tampilan detail rincian bantuan tentang bahasa kesalahan peringatan berhasil pesan alamat
    telepon nomor kota negara jalan harga jumlah total pesanan keranjang beli bayar pembayaran pengiriman dikirim barang
    produk tersedia wajib opsional tidak valid valid masukkan buat dibuat perbarui diperbarui profil keamanan privasi
    syarat ketentuan kontak hubungi dukungan berita notifikasi pemberitahuan status aktif nonaktif menunggu selesai gagal
    memuat tunggu coba lagi konfirmasi setuju tolak ditolak akhiri mulai berhenti atur ulang terapkan urutkan hasil
    ditemukan lupa ingat tetap hubungkan koneksi terhubung jaringan akses izinkan berakhir kedaluwarsa sesi kode verifikasi
    kartu bank saldo tagihan faktur langganan berlangganan gratis jual terjual penjualan penawaran diskon toko stok
    pengembalian pelanggan tim anggota tamu undang undangan pemilik peran izin grup laporan ikhtisar ringkasan tabel baris
    kolom bidang formulir judul teks gambar dokumen halaman tautan layar jendela tombol kalender acara rapat tugas proyek
    komentar balasan balas suka ikuti teman panggilan aktifkan nonaktifkan matikan nyalakan bawaan khusus lanjutan umum
    gelap terang warna ukuran kosong penuh atas bawah kiri kanan lebar tinggi cuaca lokasi peta perjalanan penerbangan
    kamar pemesanan kereta mobil dokter kesehatan pasien pekerjaan gaji karyawan perusahaan kantor ulasan penilaian cuti
    liburan permintaan setujui hilang diketahui terjadi hampir cukup yakin pertanyaan air makanan anak wanita pria keluarga
    hidup uang dunia rumah sekolah orang segera`,
  ms: `yang tidak boleh kerana bahawa ialah adalah semasa mahu hanya masih pernah sedang sila adakah siapa bila mengapa
    bagaimana berapa awak aku beliau tersebut sehingga sampai selama melalui terhadap tentang mengikut lapan isnin selasa
    rabu khamis jumaat sabtu ahad januari februari mac april mei jun julai ogos september oktober november disember minit
    saat masa tarikh lalu lepas esok semalam nanti helo maaf simpan disimpan batal batalkan padam dipadam ubah perubahan
    tambah cari carian tetapan kata laluan pengguna nama akaun e-mel log masuk keluar daftar pendaftaran laman utama kembali
    teruskan seterusnya sebelumnya tutup buka fail folder muat turun naik cetak kongsi hantar dihantar terima diterima salin
    tampal potong pilih dipilih tunjukkan papar sembunyikan lihat paparan butiran bantuan perihal bahasa ralat amaran
    berjaya mesej alamat telefon nombor bandar negara jalan harga jumlah pesanan troli beli bayar bayaran pembayaran
    penghantaran barangan produk tersedia wajib pilihan tidak sah masukkan cipta dicipta kemas kini dikemas profil
    keselamatan privasi terma syarat hubungi sokongan berita pemberitahuan status aktif menunggu selesai gagal memuatkan
    tunggu cuba lagi sahkan setuju tolak ditolak tamat mula berhenti tetapkan semula gunakan isih hasil keputusan dijumpai
    ditemui terlupa ingat kekal sambung sambungan rangkaian akses benarkan tamat tempoh sesi kod kad bank baki invois
    langganan percuma jual tawaran diskaun kedai stok pulangan pelanggan pasukan ahli tetamu jemput jemputan pemilik
    peranan kebenaran kumpulan laporan ringkasan jadual baris lajur medan borang tajuk teks gambar dokumen halaman pautan
    skrin tetingkap butang senarai kalendar acara mesyuarat tugas projek komen balas suka ikuti rakan panggilan hidupkan
    lalai lanjutan umum gelap cerah warna saiz kosong penuh kiri kanan lebar tinggi cuaca lokasi peta perjalanan
    penerbangan bilik tempahan kereta doktor kesihatan pesakit kerja gaji pekerja syarikat pejabat ulasan cuti permohonan
    lulus tiada diketahui berlaku hampir cukup pasti soalan air makanan anak wanita lelaki keluarga hidup wang dunia rumah
    sekolah orang`,
  vi: `và của là có không được một các những này đó với người để đã sẽ đang từ tại về như cũng nhưng hoặc nếu vì nên
    thì mà ở vào lên xuống đến trên dưới trước giữa ngoài tôi bạn chị chúng họ nó mình gì nào đâu nhiêu thế rất nhiều
    ít hơn nhất tất cả mọi mỗi khác mới cũ tốt lớn nhỏ đầu tiên cuối cùng tiếp bốn năm sáu bảy tám chín mười thứ tư
    chủ nhật tháng ngày tuần giờ phút giây thời hôm chào cảm ơn lòng mừng vâng lưu hủy xóa sửa chỉnh thêm tìm kiếm cài
    đặt mật khẩu dùng tên tài khoản đăng nhập xuất ký lại tục đóng mở tệp thư mục tải sẻ gửi nhận chép dán cắt chọn
    hiện hiển thị ẩn tiết trợ giúp ngôn ngữ lỗi cảnh báo thành công nhắn địa chỉ điện thoại số phố nước giá tổng đơn
    hàng giỏ toán sản phẩm lượng hợp lệ tạo cập hồ sơ bảo quyền riêng điều liên hệ hỗ thông trạng thái chờ hoàn thất
    bại thử xác đồng ý chối kết thúc bắt dừng lọc sắp xếp quả thấy quên nhớ nối mạng phép hết hạn phiên mã thẻ ngân
    hóa miễn phí bán giảm cửa khách nhóm viên mời cáo bảng cột hình ảnh liệu màn nút sách lịch kiện họp nhiệm vụ dự án
    bình luận trả lời thích bật tắt mặc định màu kích thước trống trái phải vị trí bản đồ chuyến phòng tàu bác sĩ sức
    khỏe việc lương nhân văn đánh nghỉ cầu duyệt câu hỏi trẻ phụ nữ đàn ông đình cuộc sống tiền giới nhà trường`,
  tl: `ang ng sa na ay mga at ito iyon si ni kay ako ikaw ka siya kami tayo kayo sila ko mo niya namin natin ninyo nila akin
    iyo kanya atin inyo kanila hindi wala may mayroon o pero ngunit kung kapag dahil para mula hanggang kasama nang lang
    lamang din rin pa muna ba po oo huwag dapat maaari pwede gusto kailangan ano sino saan kailan bakit paano alin ilan
    lahat bawat iba ibang bago luma mabuti maganda malaki maliit una huli susunod nakaraan isa dalawa tatlo apat lima anim
    pito walo siyam sampu lunes martes miyerkules huwebes biyernes sabado linggo enero pebrero marso abril mayo hunyo hulyo
    agosto setyembre oktubre nobyembre disyembre araw buwan taon oras minuto ngayon bukas kahapon salamat kumusta maligayang
    pagdating pakiusap i-save kanselahin burahin tanggalin baguhin idagdag maghanap hanapin mga setting password gumagamit
    pangalan account mag-log bumalik magpatuloy isara buksan mag-download ipadala kopyahin piliin ipakita itago tingnan
    tulong wika mali mensahe numero lungsod bansa presyo kabuuan bayad produkto tao mundo bahay tubig`,
  cy: `y yr a ac i o yn ar am at gan gyda heb dros dan rhwng wedi mae maen oedd yw ydy ydych bydd bod fod nid ddim na neu ond
    os pan ble beth pwy pam sut faint fi ti chi ef hi ni nhw fy dy ei ein eich eu hwn hon hyn hynny hwnnw yma yno nawr heddiw
    yfory ddoe bob holl pob dim rhywbeth arall eraill newydd hen da mawr bach cyntaf olaf nesaf blaenorol un dau dwy tri
    pedwar pump chwech saith wyth naw deg dydd llun mawrth mercher iau gwener sadwrn sul ionawr chwefror ebrill mai mehefin
    gorffennaf awst medi hydref tachwedd rhagfyr diwrnod wythnos mis blwyddyn awr munud amser diolch croeso helo os gwelwch
    ie cadw canslo dileu golygu ychwanegu chwilio gosodiadau cyfrinair defnyddiwr enw cyfrif mewngofnodi allgofnodi hafan
    yn ôl ymlaen cau agor ffeil ffeiliau lawrlwytho anfon copïo dewis dangos cuddio manylion cymorth iaith gwall neges
    cyfeiriad ffôn rhif dinas gwlad pris cyfanswm archeb talu pobl byd dŵr tŷ ysgol mwy llai llawer iawn hefyd dim ond`,
  ga: `an na agus i ar ag le do de ó go is tá bhí beidh bíonn raibh níl ní nach gur gan faoi roimh tar éis idir thar trí mar má
    nuair cá cad cé cén conas cathain mé tú sé sí muid sibh siad mo a ár bhur seo sin anseo ansin anois inniu amárach inné
    gach uile aon rud eile nua sean maith mór beag céad deireanach dhá ceathair cúig seacht ocht naoi deich luan máirt
    céadaoin déardaoin aoine satharn domhnach eanáir feabhra márta aibreán bealtaine meitheamh iúil lúnasa samhain nollaig
    lá seachtain mí bliain uair nóiméad am dia duit go raibh maith agat fáilte sábháil cealaigh scrios cuardaigh socruithe
    pasfhocal úsáideoir cuntas logáil isteach amach baile ar ais dún oscail comhad íoslódáil seol cóipeáil roghnaigh
    taispeáin cabhair teanga earráid teachtaireacht ainm seoladh fón uimhir praghas ordú níos mó daoine domhan teach uisce`,
  eu: `eta da ez bat du dira ziren zen izan dago daude baina edo ere baita oso gehiago gutxiago asko gutxi guztiak dena hau
    hori hura hauek horiek hemen hor han non nora noiz zergatik nola nor zer zein zenbat ni zu hura gu zuek haiek nire zure
    bere gure haien egin egiten egon eduki dute dugu duzu nahi behar ahal gabe arte ondoren aurretik artean buruz bidez orain
    gaur bihar atzo beti inoiz berriro bakarrik beste berri berria zahar on ona handi txiki lehen azken hurrengo aurreko bi
    hiru lau bost sei zazpi zortzi bederatzi hamar astelehena asteartea asteazkena osteguna ostirala larunbata igandea
    urtarrila otsaila martxoa apirila maiatza ekaina uztaila abuztua iraila urria azaroa abendua egun aste hilabete urte
    ordu minutu denbora data kaixo eskerrik asko mesedez ongi etorri bai gorde utzi ezabatu editatu aldatu gehitu bilatu
    ezarpenak pasahitza erabiltzailea kontua saioa hasi itxi ireki hasiera atzera jarraitu fitxategia fitxategiak deskargatu
    bidali kopiatu hautatu erakutsi ezkutatu ikusi xehetasunak laguntza hizkuntza errorea mezua izena helbidea telefonoa
    zenbakia hiria herrialdea prezioa guztira eskaera ordaindu produktua jende mundu etxe ur`,
  sq: `dhe në të i e një për me nga që është janë ishte ishin jam je jemi jeni nuk s' ka kanë kishte do mund duhet po jo por
    ose nëse kur ku pse si kush çfarë cili sa unë ti ai ajo ne ju ata ato më të na im yt juaj tuaj saj tij ynë ky kjo këta
    këto ai atje këtu tani sot nesër dje gjithmonë kurrë përsëri vetëm edhe shumë më pak gjithë të gjitha çdo asgjë dikush
    tjetër tjera i ri e re i vjetër i mirë i madh i vogël parë fundit ardhshëm dy tre katër pesë gjashtë shtatë tetë nëntë
    dhjetë hënë martë mërkurë enjte premte shtunë diel janar shkurt mars prill maj qershor korrik gusht shtator tetor nëntor
    dhjetor ditë javë muaj vit vjet orë minuta kohë data përshëndetje faleminderit ju lutem mirë se vini ruaj anulo fshi
    ndrysho shto kërko cilësimet fjalëkalimi përdoruesi llogaria hyr dil kreu prapa vazhdo mbyll hap skedar skedarë shkarko
    dërgo kopjo zgjidh shfaq fshih shiko detaje ndihmë gjuha gabim mesazh emri adresa telefoni numri qyteti vendi çmimi
    gjithsej porosi pagesa produkti njerëz botë shtëpi ujë pa deri pas para mes sipas`,
  eo: `la kaj de en estas al ne mi vi li ŝi ĝi ni ili mia via lia ŝia nia ilia tio tiu ĉi tiuj kiu kiuj kio kie kiam kial kiel
    kiom se ĉar sed aŭ ankaŭ nur jam ankoraŭ tre pli malpli multe ĉiuj ĉio ĉiu nenio iu io alia nova malnova bona granda
    malgranda unua lasta sekva antaŭa unu du tri kvar kvin ses sep ok naŭ dek lundo mardo merkredo ĵaŭdo vendredo sabato
    dimanĉo januaro februaro marto aprilo majo junio julio aŭgusto septembro oktobro novembro decembro tago semajno monato
    jaro horo minuto tempo dato hodiaŭ morgaŭ hieraŭ nun ĉiam neniam saluton dankon bonvolu bonvenon jes konservi nuligi
    forigi redakti aldoni serĉi agordoj pasvorto uzanto konto ensaluti elsaluti hejmo reen fermi malfermi dosiero elŝuti
    sendi kopii elekti montri kaŝi vidi helpo lingvo eraro mesaĝo nomo adreso telefono numero urbo lando prezo mendo pagi
    estis estos havas povas devas volas per por sen kun pri post antaŭ inter sub super homoj mondo domo akvo`,
  ar: `في من على إلى عن مع هذا هذه ذلك تلك التي الذي لا لم لن ما هل أو و ثم قد كان كانت يكون هو هي هم نحن أنت أنا كل بعض غير بين
    بعد قبل عند حتى إذا أن إن لكن كيف أين متى لماذا من جديد جديدة أول آخر اليوم أمس غدا الآن يوم أسبوع شهر سنة ساعة دقيقة حفظ
    إلغاء حذف تعديل إضافة أضف بحث البحث الإعدادات إعدادات كلمة المرور المستخدم اسم حساب الحساب تسجيل الدخول الخروج الرئيسية رجوع
    التالي السابق إغلاق فتح ملف الملفات تنزيل تحميل طباعة مشاركة إرسال نسخ لصق تحديد اختيار عرض إخفاء المزيد التفاصيل مساعدة اللغة
    خطأ تحذير رسالة الرسائل العنوان الهاتف رقم المدينة البلد السعر المجموع الطلب الطلبات السلة الدفع التوصيل المنتج المنتجات متاح
    مطلوب صالح أدخل إنشاء تحديث الملف الأمان الخصوصية الشروط اتصل الدعم الأخبار الإشعارات حالة نشط مكتمل فشل جار انتظر حاول مرة أخرى
    تأكيد قبول رفض متابعة إنهاء بدء نتائج توجد نسيت شكرا مرحبا نعم عدد`,
  fa: `در از به با را که این آن برای یا و تا هم نیز است هست بود شد شده می نمی باید بر بین بعد قبل اگر اما چه کجا کی چرا چگونه
    چطور همه هر هیچ دیگر من تو او ما شما آنها خود جدید اول آخر بعدی قبلی امروز دیروز فردا اکنون روز هفته ماه سال ساعت دقیقه ذخیره
    لغو حذف ویرایش افزودن جستجو تنظیمات رمز عبور گذرواژه کاربر کاربری نام حساب ورود خروج ثبت خانه بازگشت بستن باز پرونده فایل پوشه
    بارگیری دانلود بارگذاری چاپ اشتراک ارسال دریافت رونوشت چسباندن انتخاب نمایش پنهان بیشتر جزئیات راهنما کمک زبان خطا خطایی هشدار
    پیام نشانی آدرس تلفن شماره شهر کشور قیمت جمع سفارش سبد خرید پرداخت محصول موجود الزامی معتبر وارد کنید ایجاد به‌روزرسانی امنیت
    حریم شرایط تماس پشتیبانی اخبار اعلان وضعیت فعال تکمیل ناموفق منتظر دوباره تلاش تأیید پذیرفتن رد ادامه پایان شروع نتیجه یافت نشد
    فراموش کرده رخ داد ممنون سلام خوش آمدید بله خیر لطفا`,
  hi: `के का की को से में है हैं और यह वह पर ने कि नहीं था थे थी एक हो कर लिए तो भी या अपने इस उस आप हम मैं वे क्या कौन कहाँ कब
    क्यों कैसे सब कुछ और आज कल अब दिन सप्ताह महीना साल घंटे मिनट सहेजें रद्द करें हटाएं हटाएँ संपादित जोड़ें खोजें खोज सेटिंग पासवर्ड उपयोगकर्ता नाम
    खाता लॉग इन होम वापस अगला बंद खोलें फ़ाइल डाउनलोड भेजें कॉपी चुनें दिखाएं छिपाएं सहायता भाषा त्रुटि संदेश पता फ़ोन मूल्य कुल ऑर्डर भुगतान`,
  mr: `आणि आहे आहेत या हा ही हे तो ती ते च मध्ये नाही होता होती होते एक व पण किंवा साठी करून केले केली त्या त्यांनी त्याने आपण
    आम्ही मी तुम्ही काय कोण कुठे कधी का कसे सर्व काही आज उद्या काल आता दिवस आठवडा महिना वर्ष तास मिनिटे जतन रद्द करा हटवा संपादित जोडा शोधा
    सेटिंग्ज संकेतशब्द वापरकर्ता नाव खाते लॉग मागे पुढे बंद उघडा फाइल डाउनलोड पाठवा निवडा दाखवा लपवा मदत भाषा त्रुटी संदेश पत्ता किंमत एकूण`,
};
