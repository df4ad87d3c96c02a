export const romanceWords: Readonly<Record<string, string>> = {
  fr: `le la les l' un une des du de d' et ou mais ne pas n' que qui quoi dont où il elle on nous vous ils elles je j' tu
    me te se s' lui leur leurs mon ma mes ton ta tes son sa ses notre nos votre vos ce cet cette ces c' ça cela ceci est
    sont était étaient être été suis es sommes êtes a ont avait avoir ai as avons avez eu fait faire fais peut peuvent
    pouvez pouvoir doit doivent devez veut veuillez voulez voulons va vont aller sera seront au aux à en dans sur sous
    avec sans pour par chez vers entre depuis pendant avant après contre selon jusqu' jusque comme si quand lorsque
    parce car donc alors aussi encore déjà toujours jamais plus moins très trop peu beaucoup tout toute tous toutes
    rien aucun aucune quelque quelques chaque autre autres même mêmes bien mal ici là y maintenant aujourd'hui hier
    demain comment pourquoi combien quel quelle quels quelles nouveau nouvelle nouveaux nouvelles vieux bon bonne
    grand grande petit petite premier première dernier dernière suivant suivante précédent deux trois quatre cinq six
    sept huit neuf dix cent mille lundi mardi mercredi jeudi vendredi samedi dimanche janvier février mars avril mai juin
    juillet août septembre octobre novembre décembre jour jours semaine semaines mois an ans année années heure heures
    minute minutes secondes temps date il y a bonjour bonsoir salut merci bienvenue oui non désolé enregistrer
    enregistré annuler annulé supprimer supprimé modifier modifié modifications ajouter ajouté rechercher recherche
    paramètres réglages mot passe utilisateur utilisateurs identifiant compte courriel connexion déconnexion connecter
    connecté inscription inscrire accueil retour fermer ouvrir fichier fichiers dossier dossiers télécharger importer
    exporter imprimer partager envoyer envoyé recevoir reçu copier coller couper sélectionner sélectionné afficher
    masquer voir vue détails aide propos langue erreur erreurs avertissement attention succès réussi message nom prénom
    adresse téléphone numéro ville pays rue prix montant total commande commandes commander panier paiement payer
    livraison livré expédition article articles produit produits quantité disponible indisponible obligatoire requis
    facultatif invalide valide saisir saisissez entrez choisir choisissez créer créé mettre mise jour actualiser profil
    sécurité confidentialité conditions contact contactez assistance actualités notifications alertes état statut actif
    inactif attente terminé échoué échec chargement patientez réessayer réessayez confirmer accepter refuser refusé
    rejeter continuer terminer fin commencer démarrer arrêter pause soumettre réinitialiser appliquer filtrer trier
    résultats résultat trouvé oublié souvenir rester serveur réseau accès autoriser expiré session vérifier
    vérification carte banque solde facture factures facturation abonnement abonner gratuit essai essayer acheter
    vendre vendu vente offre offres remise réduction magasin boutique stock remboursement client clients équipe membre
    membres invité invités inviter invitation propriétaire administrateur rôle droits groupe groupes rapport rapports
    tableau bord aperçu résumé ligne lignes colonne champ champs formulaire titre texte image images photo photos vidéo
    document documents page pages lien liens site écran fenêtre bouton liste calendrier événement rendez-vous réunion
    tâche tâches projet projets commentaire commentaires réponse répondre aimer suivre publication ami amis appel
    activer désactiver défaut personnalisé avancé général sombre clair couleur taille police vide plein haut bas gauche
    droite largeur hauteur météo lieu carte voyage vol chambre chambres réservation réserver train voiture médecin
    santé patient travail emploi salaire employé entreprise société bureau avis évaluation congé congés demande
    approuver manquant inconnu quelque chose survenue produite problème quelqu'un personne presque assez vraiment sûr
    question questions eau nourriture enfant enfants femme homme famille vie argent monde maison école gens`,
  es: `el la los las un una unos unas de del y o pero no que quien qué quién quiénes cual cuál donde dónde cuando cuándo
    como cómo por porque para con sin en a al sobre bajo entre desde hasta durante antes después contra según hacia si
    sí yo tú él ella ellos ellas nosotros usted ustedes me te se le les lo nos mi mis tu tus su sus nuestro nuestra
    este esta esto estos estas ese esa eso esos aquel aquí allí ahí es son era eran ser sido fue fueron está están
    estaba estar estoy soy eres somos ha han había haber hay he hemos hace hacer hecho puede pueden puedes podemos
    pudimos poder debe deben debes tiene tienen tengo tienes tener quiere quiero va van ir voy muy más menos mucho
    mucha muchos muchas poco todo toda todos todas nada nadie algo alguien algún alguna algunos ningún ninguna ninguno
    cada otro otra otros otras mismo misma también tampoco ya aún todavía siempre nunca ahora hoy ayer mañana entonces
    luego así solo bien mal nuevo nueva nuevos nuevas viejo bueno buena buenos buenas buen gran grande pequeño primer
    primero primera último última siguiente anterior dos tres cuatro cinco seis siete ocho nueve diez cien mil lunes
    martes miércoles jueves viernes sábado domingo enero febrero marzo abril mayo junio julio agosto septiembre octubre
    noviembre diciembre día días semana semanas mes meses año años hora horas minuto minutos segundos tiempo fecha hola
    gracias favor bienvenido bienvenida adiós perdón noches tardes guardar guardado cancelar cancelado eliminar borrar
    eliminado editar modificar cambiar cambios cambio añadir agregar quitar buscar búsqueda configuración ajustes
    contraseña usuario usuarios nombre cuenta correo electrónico iniciar inicia sesión cerrar abrir registrarse
    registro inicio volver atrás continuar archivo archivos carpeta carpetas descargar descarga subir cargar imprimir
    compartir enviar enviado recibir recibido copiar pegar cortar seleccionar seleccionado mostrar ocultar ver vista
    detalles ayuda acerca idioma error errores advertencia éxito mensaje mensajes apellido apellidos dirección teléfono
    número ciudad país calle precio importe total pedido pedidos carrito cesta compra compras comprar pago pagos pagar
    envío entrega artículo artículos producto productos cantidad disponible obligatorio opcional inválido válido válida
    introduce introduzca ingrese escribe escribir elegir elige crear creado actualizar actualizado perfil seguridad
    privacidad términos condiciones contacto contacta soporte noticias notificaciones avisos estado activo inactivo
    pendiente pendientes completado fallido cargando espera espere intentar inténtalo nuevo confirmar aceptar rechazar
    rechazado terminar finalizar fin comenzar empezar detener enviar restablecer aplicar filtrar ordenar resultados
    resultado encontrado encontraron olvidaste olvidado recordar recuérdame mantener abierta conectar conexión
    conectado servidor red acceso denegado permitir caducado expirado código verificar verificación tarjeta banco
    saldo factura facturas suscripción suscribirse gratis prueba probar vender vendido venta oferta ofertas descuento
    tienda existencias devolución reembolso cliente clientes equipo miembro miembros invitado invitados invitar
    invitación propietario administrador rol roles permisos grupo grupos informe informes panel resumen tabla fila
    filas columna campo campos formulario título texto imagen imágenes foto fotos vídeo documento documentos página
    páginas enlace enlaces sitio pantalla ventana botón lista calendario evento cita reunión tarea tareas proyecto
    proyectos comentario comentarios respuesta responder gusta seguir publicación amigo amigos llamada activar
    desactivar predeterminado personalizado avanzado general oscuro claro color tamaño fuente vacío lleno arriba abajo
    izquierda derecha ancho alto clima ubicación mapa viaje vuelo habitación reserva reservar tren coche médico salud
    paciente trabajo empleo sueldo empleado empresa oficina reseña reseñas valoración vacaciones solicitud aprobar falta
    desconocido producido ocurrido salió casi bastante seguro pregunta preguntas agua comida niño niños mujer hombre
    familia vida dinero mundo casa escuela gente personas`,
  pt: `o a os as um uma uns umas de do da dos das e ou mas não que quem qual quais onde quando como por porque para com
    sem em no na nos nas ao aos à às pelo pela pelos pelas sobre sob entre desde até durante antes depois contra segundo
    se sim eu tu ele ela eles elas nós você vocês me te lhe lhes meu minha meus minhas teu tua seu sua seus suas nosso
    nossa este esta isto estes estas esse essa isso esses aquele aqui ali lá é são era eram ser sido foi foram está
    estão estava estar estou sou somos tem têm tinha ter tenho temos há haver faz fazer feito fez pode podem podemos
    poder deve devem quer quero vai vão ir vou muito muita muitos muitas mais menos pouco tudo todo toda todos todas
    nada ninguém algo alguém algum alguma alguns nenhum nenhuma cada outro outra outros outras mesmo mesma também já
    ainda sempre nunca agora hoje ontem amanhã então assim só apenas bem mal novo nova novos novas velho bom boa bons
    boas grande pequeno primeiro primeira último última próximo próxima seguinte anterior dois duas três quatro cinco
    seis sete oito nove dez cem mil segunda-feira terça-feira quarta-feira quinta-feira sexta-feira segunda terça quarta
    quinta sexta feira sábado domingo janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro
    dezembro dia dias semana semanas mês meses ano anos hora horas minuto minutos segundos tempo data olá oi obrigado
    obrigada favor bem-vindo desculpe noite tarde salvar salvo guardar cancelar cancelado excluir eliminar apagar
    excluído editar modificar alterar alterações adicionar remover pesquisar pesquisa buscar configurações definições
    senha palavra-passe usuário usuários utilizador nome conta correio entrar sair iniciar sessão registrar cadastro
    cadastrar início voltar continuar fechar abrir arquivo arquivos ficheiro ficheiros pasta pastas baixar descarregar
    carregar enviar enviado receber recebido imprimir compartilhar partilhar copiar colar cortar selecionar selecionado
    mostrar exibir ocultar ver visualizar detalhes ajuda idioma língua erro erros aviso avisos sucesso mensagem mensagens
    sobrenome apelido endereço morada telefone número cidade país rua preço valor total pedido pedidos encomenda
    carrinho compra compras comprar pagamento pagamentos pagar envio frete entrega item itens artigo produto produtos
    quantidade disponível indisponível obrigatório opcional inválido válido válida digite insira escolher escolha criar
    criado atualizar atualizado perfil segurança privacidade termos condições contato contacto suporte notícias
    notificações estado ativo inativo pendente concluído falhou carregando aguarde espere tentar tente novamente
    confirmar aceitar recusar recusado rejeitar terminar finalizar fim começar parar redefinir aplicar filtrar ordenar
    resultados resultado encontrado esqueceu esqueci lembrar manter conectado conectar conexão ligação servidor rede
    acesso negado permitir expirou expirado código verificar verificação cartão banco saldo fatura faturas assinatura
    assinar grátis teste testar experimentar vender vendido venda oferta ofertas desconto loja estoque devolução
    reembolso cliente clientes equipe equipa membro membros convidado convidados convidar convite proprietário
    administrador função permissões grupo grupos relatório relatórios painel resumo tabela linha linhas coluna campo
    campos formulário título texto imagem imagens foto fotos vídeo documento documentos página páginas site tela ecrã
    janela botão lista calendário evento compromisso reunião tarefa tarefas projeto projetos comentário comentários
    resposta responder curtir seguir publicação amigo amigos chamada ligar ativar desativar padrão personalizado
    avançado geral escuro claro cor tamanho fonte vazio cheio cima baixo esquerda direita largura altura clima
    localização mapa viagem voo quarto reserva reservar trem comboio carro médico saúde paciente trabalho emprego
    salário funcionário empresa escritório avaliação avaliações férias solicitação aprovar falta desconhecido ocorreu
    algo errado quase bastante certeza pergunta perguntas água comida criança crianças mulher homem família vida
    dinheiro mundo casa escola pessoas gente`,
  it: `il lo la i gli le l' un uno una un' di del dello della dei degli delle dell' e ed o ma non che chi cui quale quali
    dove quando come perché per con senza in nel nella nei nelle nell' a al allo alla ai agli alle all' da dal dalla dai
    dall' su sul sulla sui sotto tra fra fino durante prima dopo contro secondo verso se sì io tu lui lei noi voi loro
    mi ti si ci vi ne mio mia miei tuo tua tuoi tue suo sua suoi sue nostro nostra vostro vostra questo questa questi
    queste quello quella quelli qui qua lì là è sono era erano essere stato stata stati sei siamo siete ha hanno aveva
    avere ho hai abbiamo avete fa fare fatto può possono puoi potere deve devono devi dovere vuole vuoi vuoi voglio va
    vai andare molto molta molti molte più meno poco tutto tutta tutti tutte niente nulla nessuno nessun nessuna
    qualcosa qualcuno qualche alcuni alcune ogni altro altra altri altre stesso stessa anche già ancora sempre mai ora
    adesso oggi ieri domani allora così solo soltanto bene male nuovo nuova nuovi nuove vecchio buono buona buon grande
    piccolo primo prima ultimo ultima prossimo prossima successivo precedente due tre quattro cinque sei sette otto
    nove dieci cento mille lunedì martedì mercoledì giovedì venerdì sabato domenica gennaio febbraio marzo aprile maggio
    giugno luglio agosto settembre ottobre novembre dicembre giorno giorni settimana settimane mese mesi anno anni ora
    ore minuto minuti secondi tempo data fa ciao grazie prego benvenuto benvenuti buongiorno buonasera scusa notte
    salva salvare salvato annulla annullare annullato elimina eliminare eliminato cancella cancellare modifica
    modificare modifiche modificato aggiungi aggiungere rimuovi cerca cercare ricerca impostazioni password parola
    utente utenti nome account accedi accesso accedere esci uscire registrati registrazione iscriviti home indietro
    avanti continua continuare chiudi chiudere apri aprire cartella cartelle scarica scaricare carica caricare stampa
    condividi condividere invia inviare inviato ricevere ricevuto copia copiare incolla taglia seleziona selezionare
    selezionato mostra mostrare nascondi visualizza vedi vedere dettagli aiuto informazioni lingua errore errori avviso
    avvisi attenzione successo riuscito messaggio messaggi cognome indirizzo telefono numero città paese via prezzo
    importo totale ordine ordini ordina carrello cassa acquista acquisto acquisti pagamento pagamenti paga pagare
    spedizione consegna articolo articoli prodotto prodotti quantità disponibile disponibili obbligatorio facoltativo
    opzionale valido valida inserisci inserire scegli scegliere crea creare creato aggiorna aggiornare aggiornato
    aggiornamento profilo sicurezza termini condizioni contatti contatta contattaci assistenza notizie novità notifiche
    notifica stato attivo attiva inattivo attesa completato fallito caricamento attendi attendere riprova riprovare
    conferma confermare accetta accettare rifiuta rifiutato rifiutata termina fine inizia iniziare avvia ferma ripristina
    applica filtra ordina risultati risultato trovato trovati dimenticato dimenticata ricordami resta connesso connetti
    connessione rete negato consenti scaduto scaduta sessione codice verifica verificare carta banca saldo fattura
    fatture abbonamento abbonati gratis gratuito prova provare compra comprare vendere venduto vendita offerta offerte
    sconto negozio magazzino reso rimborso cliente clienti squadra membro membri ospite ospiti invita invito
    proprietario amministratore ruolo ruoli permessi gruppo gruppi rapporto rapporti panoramica riepilogo tabella riga
    righe colonna campo campi modulo titolo testo immagine immagini foto documento documenti pagina pagine collegamento
    sito schermo schermata finestra pulsante elenco lista calendario evento appuntamento riunione attività compito
    progetto progetti commento commenti risposta rispondi piace segui amico amici chiamata attivare disattiva
    disattivare predefinito personalizzato avanzate generale generali scuro chiaro colore dimensione carattere vuoto
    pieno alto basso sinistra destra larghezza altezza meteo posizione mappa viaggio volo camera camere prenotazione
    prenota treno auto macchina medico salute paziente lavoro stipendio dipendente azienda ufficio recensione recensioni
    valutazione ferie vacanza richiesta approva manca sconosciuto verificato qualcosa storto quasi abbastanza sicuro
    domanda domande acqua cibo bambino bambini donna uomo famiglia vita soldi mondo casa scuola gente persone`,
  ca: `el la els les l' un una uns unes de del dels d' i o però no que qui què quin quina quins on quan com per perquè
    amb sense en al als a sobre sota entre des fins durant abans després contra segons cap si sí jo tu ell ella ells
    elles nosaltres vosaltres vostè em et es li ens us hi ho n' s' m' t' meu meva teu teva seu seva seus seves nostre
    nostra aquest aquesta aquests aquestes això aquell aquí allà és són era eren ser estat està estan ha han havia haver
    he hem heu fa fer fet pot poden podeu podem ha de deu vol voleu va van anar vaig molt molta molts moltes més menys
    poc tot tota tots totes res ningú alguna algú algun alguns cap cada altre altra altres mateix també ja encara sempre
    mai ara avui ahir demà llavors així només bé malament nou nova nous noves vell bo bon bona gran petit primer
    primera últim última següent anterior dos dues tres quatre cinc sis set vuit deu cent mil dilluns dimarts
    dimecres dijous divendres dissabte diumenge gener febrer març abril maig juny juliol agost setembre octubre novembre
    desembre dia dies setmana setmanes mes mesos any anys hora hores minut minuts segons temps data fa hola gràcies
    plau benvingut bon nit guardar eliminar modificar iniciar copiar seleccionar confirmar aplicar filtrar ordenar activar
    desactivar reservar verificar recordar desa desar desat cancel·la cancel·lar suprimeix suprimir elimina edita editar modifica canvia
    canvis canvi afegeix afegir treu cerca cercar configuració paràmetres contrasenya usuari usuaris nom compte correu
    electrònic inicia sessió tanca tancar obre obrir registre registreu-vos inici torna enrere continua continuar endavant
    fitxer fitxers carpeta carpetes baixa descarrega puja carrega imprimeix comparteix envia enviar enviat rebre rebut
    copia enganxa retalla selecciona seleccionat mostra mostrar amaga visualitza veure detalls ajuda quant idioma
    llengua error errors advertència avís avisos èxit missatge missatges cognom cognoms adreça telèfon número ciutat
    país carrer preu import total comanda comandes cistella compra comprar pagament pagar enviament lliurament entrega
    article articles producte productes quantitat disponible obligatori opcional invàlid vàlid vàlida introduïu
    introdueix escriu escriviu tria trieu crea crear creat actualitza actualitzat perfil seguretat privadesa termes
    condicions contacte contacta suport notícies notificacions estat actiu inactiu pendent completat fallat carregant
    espereu torneu provar confirma accepta rebutja rebutjat acaba fi comença atura reinicia aplica filtra ordena
    resultats resultat trobat oblidat recorda'm mantén connecta connexió connectat servidor xarxa accés denegat permet
    caducat codi verifica targeta banc saldo factura factures subscripció gratis gratuït prova ven venda oferta ofertes
    descompte botiga existències devolució reemborsament client clients equip membre membres convidat convidats convida
    invitació propietari administrador rol permisos grup grups informe informes tauler resum taula fila files columna
    camp camps formulari títol text imatge imatges foto fotos document documents pàgina pàgines enllaç enllaços lloc
    web pantalla finestra botó llista calendari esdeveniment cita reunió tasca tasques projecte projectes comentari
    comentaris resposta respon agrada segueix amic amics trucada activa desactiva predeterminat personalitzat avançat
    general fosc clar color mida buit ple amunt avall esquerra dreta amplada alçada temps ubicació mapa viatge vol
    habitació reserva tren cotxe metge salut pacient feina sou empleat empresa oficina ressenya valoració vacances
    sol·licitud aprova manca desconegut produït anat gairebé prou segur pregunta preguntes aigua menjar nen nens dona
    home família vida diners món casa escola gent`,
  ro: `un o unui unei al a ai ale de din la în pe cu fără pentru prin sub peste între până după înainte împotriva despre
    și sau dar nu că să dacă când cum unde de ce cine care ce cât câte câți eu tu el ea noi voi ei ele mă te se îl îi ne
    vă le mi ți își meu mea mei mele tău ta tăi tale său sa nostru noastră vostru lor lui acest această acești aceste
    acesta aceasta acel aici acolo este sunt era erau fi fost e ești suntem sunteți am ai are avem aveți au avea avut
    face faci făcut poate pot poți putem puteți trebuie vreau vrei vrea vreți va vor veți mai foarte mult multă mulți
    multe puțin tot toată toți toate nimic nimeni ceva cineva orice fiecare niciun nicio alt altă alți alte același și
    deja încă mereu niciodată acum azi astăzi ieri mâine apoi așa doar numai bine rău nou nouă noi vechi bun bună mare
    mic mici primul prima ultimul ultima următorul următoarea următor anterior unu doi două trei patru cinci șase șapte
    opt nouă zece sută mie luni marți miercuri joi vineri sâmbătă duminică ianuarie februarie martie aprilie mai iunie
    iulie august septembrie octombrie noiembrie decembrie zi zile săptămână săptămâni lună luni an ani oră ore minut
    minute secunde timp data acum salut bună mulțumesc mulțumim rog venit ziua seara noapte da nu scuze salvează
    salvare salvat anulează anulare anulat șterge ștergere șters editează modifică modificări modificat adaugă elimină
    caută căutare setări parolă parola utilizator utilizatori nume cont contul email autentificare conectare
    conectează conectat deconectare înregistrare acasă înapoi înainte continuă închide deschide fișier fișiere fișierele
    dosar dosare descarcă încarcă imprimă distribuie trimite trimis primește primit copiază lipește selectează selectat
    selectați arată afișează ascunde vezi vizualizare detalii ajutor limba limbă eroare erori avertisment succes mesaj
    mesaje prenume adresă adresa telefon număr oraș țară strada stradă preț sumă total comandă comenzi coș coșul
    cumpără cumpărături plată plăți plătește livrare transport articol articole produs produse cantitate disponibil
    obligatoriu opțional invalid valid validă introdu introduceți alege alegeți creează creat actualizează actualizat
    profil securitate confidențialitate termeni condiții contact contactează asistență știri notificări notificare
    stare activ inactiv așteptare finalizat eșuat încarcă așteaptă așteptați încearcă încercați din nou confirmă
    acceptă refuză respins respinge termină sfârșit începe pornește oprește resetează aplică filtrează sortează
    rezultate rezultat găsit găsite uitat amintește păstrează ține conexiune server rețea acces interzis permite
    expirat sesiune sesiunea cod verifică verificare card cardul bancă sold factură facturi abonament abonează gratuit
    probă vinde vândut vânzare ofertă oferte reducere magazin stoc retur rambursare client clienți echipă membru membri
    oaspete oaspeți invită invitație proprietar administrator rol roluri permisiuni grup grupuri raport rapoarte
    sumar tabel rând rânduri coloană câmp câmpuri formular titlu text imagine imagini fotografie poze document documente
    pagină pagini legătură ecran fereastră buton listă calendar eveniment programare întâlnire sarcină sarcini proiect
    proiecte comentariu comentarii răspuns răspunde urmărește prieten prieteni apel activează dezactivează implicit
    personalizat avansat general întunecat luminos culoare mărime gol plin sus jos stânga dreapta lățime înălțime vreme
    locație hartă călătorie zbor cameră camere rezervare rezervă tren mașină medic sănătate pacient muncă salariu
    angajat firmă companie birou recenzie recenzii evaluare concediu cerere aprobă lipsește necunoscut apărut aproape
    destul sigur întrebare întrebări apă mâncare copil copii femeie bărbat familie viață bani lume casă școală oameni`,
  gl: `o a os as un unha uns unhas de do da dos das e ou mais pero non que quen cal onde cando como por porque para con
    sen en no na nos nas ao á aos ás polo pola polos polas sobre baixo entre desde dende ata durante antes despois
    contra segundo se si eu ti el ela eles elas nós vostede me te lle lles meu miña teu túa seu súa seus súas noso nosa
    este esta isto estes estas ese esa iso eses aquel aquí alí é son era eran ser sido foi foron está están estar hai
    ten teñen tiña ter teño fai facer feito pode poden debe deben quere vai van ir moi moito moita moitos moitas máis
    menos pouco todo toda todos todas nada ninguén algo alguén algún algunha algúns ningún ningunha cada outro outra
    outros outras mesmo tamén xa aínda sempre nunca agora hoxe onte mañá entón así só ben mal novo nova novos novas vello
    bo boa grande pequeno primeiro último seguinte anterior dous dúas tres catro cinco seis sete oito nove dez luns
    martes mércores xoves venres sábado domingo xaneiro febreiro marzo abril maio xuño xullo agosto setembro outubro
    novembro decembro día días semana mes meses ano anos hora horas minuto tempo data ola grazas benvido gardar cancelar
    eliminar editar engadir buscar configuración axustes contrasinal usuario nome conta iniciar sesión pechar abrir
    inicio volver ficheiro ficheiros cartafol descargar subir enviar copiar seleccionar amosar mostrar agochar ver
    detalles axuda idioma erro mensaxe enderezo teléfono número cidade país prezo pedido carro pago envío produto
    dispoñible válido crear actualizar perfil seguridade xente auga casa mundo vida`,
  oc: `lo la los las un una de del dels d' e o mas non que qui qual ont quand coma per perque amb sens en dins al als sus
    jos entre dempuèi fins avant aprèp contra segon se òc ieu tu el ela nosautres eles elas me te li lor mon ma ton ta
    son sa nòstre aqueste aquesta aiçò aquel aicí ailà es son èra èran èsser estat a an avia aver ai fa far fach pòt
    pòdon deu vòl va van anar plan fòrça mai mens pauc tot tota totes ren res degun qualqu'un cada autre autra tanben ja
    encara totjorn jamai ara uèi ièr deman atal sonque ben mal nòu nòva vièlh bon bona grand pichon primièr darrièr
    seguent dos tres quatre cinc sièis sèt uèch nòu dètz diluns dimars dimècres dijòus divendres dissabte dimenge genièr
    març abril mai junh julhet agost setembre octòbre novembre decembre jorn setmana mes an ora mercés adieu enregistrar
    anullar suprimir modificar apondre recercar paramètres senhal utilizaire compte connexion tampar dobrir fichièr
    telecargar mandar ajuda lenga error messatge nom adreça prètz comanda`,
  ast: `el la los les lo un una unos unes de del y o pero non nun que quien cual onde cuando como por porque pa pal con
    ensin en nel na nos nes al a sobre baxo ente dende fasta demientres enantes depués escontra según si yo tu él ella
    ellos nós me te se-y y-os mio to so nuesu esti esta esto estos estes esi esa eso ye son yera yeren ser sío foi foron
    ta tán tar hai tien tienen tenía tener fai faer fechu puede pueden debe quier va van dir mui munchu muncha munchos
    más menos pocu tou toa toos toes nada naide daqué dalguién dalgún nengún caún otru otra otros tamién yá entá siempre
    enxamás agora güei ayeri mañana asina namái bien mal nuevu nueva vieyu bonu bona grande pequeñu primer últimu
    siguiente dos trés cuatro cinco seis siete ocho nueve diez llunes martes miércoles xueves vienres sábadu domingu
    xineru febreru marzu abril mayu xunu xunetu agostu setiembre ochobre payares avientu día selmana mes añu hora
    guardar encaboxar desaniciar editar amestar guetar axustes contraseña usuariu cuenta aniciar zarrar abrir ficheru
    descargar unviar ayuda llingua fallu mensaxe nome direición preciu`,
  mt: `il-  l- ta' tal- tal u li ma' ma mhux mhix hu hija huwa huma jien int inti aħna intom dan din dawn dak dik hemm
    hawn fi f' fil fl- b' bil għal għall minn mill mil fuq taħt bejn wara qabel sa mingħajr bħal biex jekk meta fejn kif
    għaliex min x' xi kull kollha kollox xejn ħadd ieħor oħra oħrajn kien kienet kienu jkun tkun għandu għandha għandek
    jista' tista' għandhom irid trid ħafna aktar anqas ftit issa illum għada lbieraħ dejjem qatt diġà ġdid ġdida qadim
    tajjeb kbir żgħir l-ewwel l-aħħar li jmiss wieħed tnejn tlieta erbgħa ħamsa sitta sebgħa tmienja disgħa għaxra
    it-tnejn it-tlieta l-erbgħa l-ħamis il-ġimgħa is-sibt il-ħadd jannar frar marzu april mejju ġunju lulju awwissu
    settembru ottubru novembru diċembru jum ġurnata ġimgħa xahar sena sigħat ħin grazzi bonġu merħba iva le ħlief issejvja
    ikkanċella ħassar editja żid fittex settings password utent kont idħol oħroġ lura jmiss agħlaq iftaħ fajl fajls
    niżżel ibgħat ikkopja agħżel uri aħbi dettalji għajnuna lingwa żball messaġġ isem indirizz telefon numru belt pajjiż
    prezz ordni ħlas kunsinna prodott disponibbli validu oħloq aġġorna profil sigurtà privatezza dawk ukoll biss`,
};
